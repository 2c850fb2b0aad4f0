import { type Refusal, refuse } from '#common/errors'
import { ok, type Result } from '#common/result'
import { shorten } from './reading.ts'

/**
 * The entry about the image in a file about several. The only entry is about it whatever name it bears: which image is meant
 * says the address, and names change on the way. Among several the name decides, then the name without its ending.
 */
export function entryFor<Entry>(
  entries: readonly Entry[],
  image: string,
  nameOf: (entry: Entry) => string,
): Result<Entry, Refusal> {
  const [only, another] = entries
  if (only === undefined) return refuse('file-describes-no-image')
  if (another === undefined) return ok(only)
  const same = entries.filter((entry) => baseName(nameOf(entry)) === image)
  const alike = same.length > 0 ? same : entries.filter((entry) => stem(nameOf(entry)) === stem(image))
  const [found, rival] = alike
  if (found === undefined) {
    return refuse('file-describes-other-images', { count: entries.length, image: shorten(image) })
  }
  return rival === undefined
    ? ok(found)
    : refuse('file-describes-image-twice', { count: alike.length, image: shorten(image) })
}

/** The rows about the image in a table about several; names are those of the rows' images. */
export function rowsFor<Row>(
  rows: readonly Row[],
  image: string,
  nameOf: (row: Row) => string,
): Result<readonly Row[], Refusal> {
  const groups = [...Map.groupBy(rows, nameOf)].map(([name, group]) => ({ name, group }))
  const entry = entryFor(groups, image, ({ name }) => name)
  return entry.ok ? ok(entry.value.group) : entry
}

/** The file name without folders. */
function baseName(path: string): string {
  return path.split(/[\\/]/).at(-1) ?? path
}

function stem(path: string): string {
  return baseName(path)
    .replace(/\.[^.]*$/, '')
    .toLowerCase()
}
