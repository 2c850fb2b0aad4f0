import { readFile, rename, writeFile } from 'node:fs/promises'
import { z } from 'zod'
import type { ConnectionStore, KeptConnections } from '#core/access/connections/ports'
import { refuseFolders } from '../kit/own-file.ts'

const Address = z.string().nullable().default(null)

const Kept = z.object({
  profiles: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      management: z.string(),
      inference: Address,
      source: Address,
      deployments: Address,
      workspace: z.string().nullable().default(null),
      isRemoved: z.boolean().default(false),
    }),
  ),
  used: z.string().nullable(),
})

const NONE: KeptConnections = { profiles: [], used: null }

/** The connections in a JSON file. It holds no keys. One that cannot be read is put aside, and the studio works here. */
export function connectionFile(path: string): ConnectionStore {
  return {
    async read() {
      refuseFolders([path])
      const text = await readFile(path, 'utf8').catch(ifThere)
      if (text === undefined) return NONE
      const parsed = Kept.safeParse(parseJson(text))
      if (parsed.success) return parsed.data
      await rename(path, `${path}.unreadable`)
      return NONE
    },
    async write(kept) {
      // Written beside and renamed, so that a crash leaves the old file or the new one.
      await writeFile(`${path}.new`, `${JSON.stringify(kept, null, 2)}\n`, { mode: 0o600, flush: true })
      await rename(`${path}.new`, path)
    },
  }
}

function ifThere(failure: unknown): undefined {
  if (failure instanceof Error && 'code' in failure && failure.code === 'ENOENT') return undefined
  throw failure
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
