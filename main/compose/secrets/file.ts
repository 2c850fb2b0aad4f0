import { chmod, readFile, rename, writeFile } from 'node:fs/promises'
import { z } from 'zod'
import type { SecretStore } from '../ports.ts'

const Secrets = z.record(z.string(), z.string())

/** Secrets in a file that only its owner can read (mode 0600; on Windows the folder's own protection). */
export function fileSecrets(path: string): SecretStore {
  const place = { kind: 'file' as const, detail: `In the file ${path}, which only your user can read` }

  async function readAll(): Promise<Record<string, string>> {
    const text = await readFile(path, 'utf8').catch((failure: unknown) => {
      if (failure instanceof Error && 'code' in failure && failure.code === 'ENOENT') return '{}'
      throw failure
    })
    const parsed = Secrets.safeParse(JSON.parse(text))
    if (!parsed.success)
      throw new Error(`The file with the keys, ${path}, is not readable as keys. Move it away to start afresh`)
    return parsed.data
  }

  return {
    place: async () => place,
    read: async (name) => (await readAll())[name],
    async write(name, secret) {
      const text = JSON.stringify({ ...(await readAll()), [name]: secret }, null, 2)
      // Written beside and renamed, so that a crash leaves the old file or the new one.
      await writeFile(`${path}.new`, `${text}\n`, { mode: 0o600, flush: true })
      await chmod(`${path}.new`, 0o600)
      await rename(`${path}.new`, path)
    },
    choose: async () => place,
  }
}
