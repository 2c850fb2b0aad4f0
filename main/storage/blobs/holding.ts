import { type Dirent, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { BlobHash } from '#common/ids'
import { ORPHANS } from './orphans.ts'

/** Whether a folder of content-addressed files has any, on its shelves or among its orphans. Ends at the first. */
export function holdsFiles(folder: string): boolean {
  const shelves = entriesOf(folder).filter(({ name }) => /^[0-9a-f]{2}$/.test(name) || name === ORPHANS)
  return shelves.some(({ name }) =>
    entriesOf(join(folder, name)).some((entry) => BlobHash.safeParse(entry.name.slice(-64)).success),
  )
}

function entriesOf(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch (failure) {
    if (failure instanceof Error && 'code' in failure && /^(?:ENOENT|ENOTDIR)$/.test(String(failure.code))) return []
    throw failure
  }
}
