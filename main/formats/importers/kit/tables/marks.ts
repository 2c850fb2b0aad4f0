import type { DatasetFile, DatasetFiles } from '#core/exchange/datasets/ports'
import { readRows } from '../../../labels/kit/csv.ts'
import { readText } from '../texts.ts'

/** How Open Images writes a class: `/m/01g317`. */
const MARK = /^\/[a-z]\/\w+$/

export function isMark(className: string): boolean {
  return MARK.test(className)
}

/** As Open Images itself calls its tables of names. */
const DESCRIPTIONS = /(?:^|\/)[^/]*class-descriptions[^/]*\.csv$/i
/** As FiftyOne calls them; other programs give the name to other lists. */
const CLASSES = /(?:^|\/)classes\.csv$/i

/** Names of classes by their marks, in the order of the tables that define them. */
export async function markNames(dataset: DatasetFiles): Promise<ReadonlyMap<string, string>> {
  const tables: DatasetFile[] = []
  for (const file of dataset.files) {
    if (DESCRIPTIONS.test(file.path) || (CLASSES.test(file.path) && (await holdsMarks(dataset, file))))
      tables.push(file)
  }
  const pairs = await pairsOf(dataset, tables)
  return new Map(pairs.filter(([mark]) => !/^labelname$/i.test(mark)))
}

const HEAD_BYTES = 1024

async function holdsMarks(dataset: DatasetFiles, file: DatasetFile): Promise<boolean> {
  return /^"?\/[a-z]\/\w/m.test(await dataset.head(file, HEAD_BYTES))
}

/** The first two cells of every row of tables: `/m/01g317,Person`, with or without a head. */
export async function pairsOf(
  dataset: DatasetFiles,
  tables: readonly DatasetFile[],
): Promise<readonly (readonly [string, string])[]> {
  const pairs: (readonly [string, string])[] = []
  for (const file of tables) {
    const text = await readText(dataset, file)
    const rows = text.ok ? readRows(text.value) : text
    for (const { cells } of rows.ok ? rows.value : []) if (cells[0] && cells[1]) pairs.push([cells[0], cells[1]])
  }
  return pairs
}
