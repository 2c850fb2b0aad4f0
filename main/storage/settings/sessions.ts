import { readFile, rename, writeFile } from 'node:fs/promises'
import { z } from 'zod'
import type { SessionStore } from '#core/access/sessions/ports'

const Kept = z.array(z.object({ id: z.string(), digest: z.string(), begunAt: z.iso.datetime(), agent: z.string() }))

/** The studio's sessions in a JSON file. With one that cannot be read, browsers sign in again. */
export function sessionFile(path: string): SessionStore {
  return {
    async read() {
      try {
        return Kept.parse(JSON.parse(await readFile(path, 'utf8')))
      } catch {
        return []
      }
    },
    async write(sessions) {
      // Written beside and renamed, so that a crash leaves the old file or the new one.
      await writeFile(`${path}.new`, `${JSON.stringify(sessions, null, 2)}\n`, { mode: 0o600, flush: true })
      await rename(`${path}.new`, path)
    },
  }
}
