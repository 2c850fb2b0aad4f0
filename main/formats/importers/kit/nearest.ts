import type { DatasetFile } from '#core/exchange/datasets/ports'
import { folderOf } from './paths.ts'

/** The value that holds for a file: the one of its own folder, else in the next one around it, up to the root. */
export function nearest<Value>(said: ReadonlyMap<string, Value>): (file: DatasetFile) => Value | undefined {
  const known = new Map<string, Value | undefined>()
  return ({ path }) => {
    const folder = folderOf(path)
    if (!known.has(folder)) known.set(folder, above(said, folder))
    return known.get(folder)
  }
}

/** The same; else what was said first anywhere, for files that mean nothing by themselves. */
export function nearestOrAny<Value>(said: ReadonlyMap<string, Value>): (file: DatasetFile) => Value | undefined {
  const [anywhere] = said.values()
  const of = nearest(said)
  return (file) => of(file) ?? anywhere
}

function above<Value>(said: ReadonlyMap<string, Value>, folder: string): Value | undefined {
  for (let at = folder; ; at = folderOf(at)) {
    const value = said.get(at)
    if (value !== undefined || at === '') return value
  }
}
