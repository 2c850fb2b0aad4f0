import { type Refusal, refuse } from '#common/errors'
import type { Result } from '#common/result'
import { folded } from '#core/exchange/datasets/places'
import type { DatasetFile, DatasetFiles, DatasetProblem } from '#core/exchange/datasets/ports'
import { thisPlace } from '../../labels/kit/places.ts'
import { readEvery, readNumbers } from '../../labels/kit/reading.ts'
import { baseName, withoutEnding } from '../kit/paths.ts'
import { pauses } from '../kit/pauses.ts'
import { textLines } from '../kit/texts.ts'

const SOLUTION = /^LOC_(?:train|val)_solution\.csv$/i
const TINY = /^val_annotations\.txt$/i
const TINY_BOXES = /^(?<id>n\d{8})_boxes\.txt$/i

/** Tables that tell the classes of images which lie in no folder of their class. */
export function isImageNetTable({ path }: DatasetFile): boolean {
  return SOLUTION.test(baseName(path)) || TINY.test(baseName(path))
}

/** These and the tables of boxes in the folders of classes. */
export function isImageNetBoxTable(file: DatasetFile): boolean {
  return isImageNetTable(file) || TINY_BOXES.test(baseName(file.path))
}

interface TableBox {
  readonly id: string
  readonly corners: readonly number[]
}

export interface TableRow {
  /** Without folders and ending. */
  readonly image: string
  readonly line: number
  readonly boxes: Result<readonly TableBox[], Refusal>
}

/** The rows of a table, one at a time. */
export async function* imageNetRows(
  table: DatasetFile,
  dataset: DatasetFiles,
): AsyncGenerator<TableRow | DatasetProblem> {
  const name = baseName(table.path)
  const id = TINY_BOXES.exec(name)?.groups?.['id']
  const pause = pauses()
  for await (const line of textLines(dataset, table)) {
    await pause()
    if ('reason' in line) yield line
    else if (line.text.trim() !== '' && !/^ImageId,/i.test(line.text)) {
      const { image, words } = SOLUTION.test(name) ? solution(line.text) : tiny(line.text, id)
      yield { image, line: line.line, boxes: boxesIn(words) }
    }
  }
}

/** `ILSVRC2012_val_00000001,n03995372 85 1 499 272 n03995372 2 1 30 40`. */
function solution(text: string) {
  const [image = '', said = ''] = text.split(',')
  return { image: image.trim(), words: said.trim().split(/\s+/) }
}

/** `val_0.JPEG n03444034 0 32 44 62`, or the same without the class that the file is called after. */
function tiny(text: string, id: string | undefined) {
  const [image = '', ...said] = text.trim().split(/\s+/)
  return { image: withoutEnding(baseName(image)), words: id === undefined ? said : [id, ...said] }
}

/** A class and four corners each. */
const WORDS = 5

function boxesIn(words: readonly string[]): Result<readonly TableBox[], Refusal> {
  if (words.length % WORDS !== 0) return refuse('box-needs-class')
  const starts = Array.from({ length: words.length / WORDS }, (_, index) => index * WORDS)
  return readEvery(starts, (start) => {
    const [id = '', ...rest] = words.slice(start, start + WORDS)
    const corners = readNumbers(rest, thisPlace('row'))
    return corners.ok ? { ok: true, value: { id, corners: corners.value } } : corners
  })
}

/** The identifiers that tables give to images, by the names of these. What is wrong with a row is told by whoever reads its boxes. */
export async function identifiersIn(
  dataset: DatasetFiles,
  wanted: ReadonlySet<string>,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const found = new Map<string, readonly string[]>()
  for (const table of dataset.files.filter(isImageNetTable)) {
    for await (const row of imageNetRows(table, dataset)) {
      if ('reason' in row || !row.boxes.ok || !wanted.has(folded(row.image))) continue
      found.set(folded(row.image), [...new Set(row.boxes.value.map(({ id }) => id))])
    }
  }
  return found
}
