import type { DatasetFile } from '#core/datasets/ports'
import { folderOf } from './paths.ts'

/** What holds for a file: what was said in its own folder, else in the next one around it, up to the root; else anywhere. */
export function nearest<Value>(said: ReadonlyMap<string, Value>): (file: DatasetFile) => Value | undefined {
  const [anywhere] = said.values()
  const known = new Map<string, Value | undefined>()
  return ({ path }) => {
    const folder = folderOf(path)
    if (!known.has(folder)) known.set(folder, above(said, folder) ?? anywhere)
    return known.get(folder)
  }
}

function above<Value>(said: ReadonlyMap<string, Value>, folder: string): Value | undefined {
  for (let at = folder; ; at = folderOf(at)) {
    const value = said.get(at)
    if (value !== undefined || at === '') return value
  }
}
