import { type Dirent, readdirSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
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

export interface FileCounts {
  readonly files: number
  /** Files that no row names. */
  readonly unreferenced: number
}

/** Counts the content-addressed files of a folder, on its shelves and among its orphans. */
export async function countFiles(folder: string, referenced: ReadonlySet<string>): Promise<FileCounts> {
  let files = 0
  let unreferenced = 0
  for (const shelf of (await namesIn(folder)).filter((name) => /^[0-9a-f]{2}$/.test(name) || name === ORPHANS)) {
    for (const name of await namesIn(join(folder, shelf))) {
      const hash = BlobHash.safeParse(name.slice(-64))
      if (!hash.success) continue
      files += 1
      if (!referenced.has(hash.data)) unreferenced += 1
    }
  }
  return { files, unreferenced }
}

async function namesIn(folder: string): Promise<readonly string[]> {
  return readdir(folder).catch((failure: NodeJS.ErrnoException) => {
    if (failure.code === 'ENOENT' || failure.code === 'ENOTDIR') return []
    throw failure
  })
}
