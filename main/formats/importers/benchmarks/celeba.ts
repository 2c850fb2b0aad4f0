import type { ProjectType } from '#common/contract/projects'
import type { Refusal } from '#common/errors'
import { ok, type Result } from '#common/result'
import type { Split } from '#common/split'
import { isClassification } from '#core/annotations/project-types'
import type { ReadAnnotation } from '#core/annotations/read-annotation'
import type { DatasetFile, DatasetFiles, DatasetProblem, DescribedPicture } from '#core/datasets/ports'
import { boxOfSize } from '../../labels/kit/geometry.ts'
import { readNumbers, unreadable } from '../../labels/kit/reading.ts'
import { defineImporter, eachFile, type Findings } from '../define.ts'
import { baseName } from '../kit/paths.ts'
import { pauses } from '../kit/pauses.ts'
import { textLines } from '../kit/texts.ts'

const [ATTRIBUTES, BOXES] = ['attr', 'bbox']
const LIST = /^list_(?<kind>attr|bbox)_celeba\.(?:txt|csv)$/i
const PARTITION = /^list_eval_partition\.(?:txt|csv)$/i

/** CelebA: a table of forty attributes of each face, which are classes of the image, and one of the boxes around faces. */
export const celebA = defineImporter({
  id: 'celeba',
  title: 'CelebA',
  recognise: async ({ files }) => files.filter(({ path }) => LIST.test(baseName(path))),
  async *read(labels, dataset, type) {
    const splits = await partition(dataset)
    const kind = wantedKind(labels, type)
    const tables = labels.filter((file) => kindOf(file) === kind)
    for (const { path } of labels.filter((file) => kindOf(file) !== kind)) yield { path, reason: NOT_READ }
    yield* eachFile(tables, (file) => readTable(file, dataset, splits))
  },
})

const NOT_READ = 'The table is not used: another one fits this project.'

function kindOf({ path }: DatasetFile): string {
  return LIST.exec(baseName(path))?.groups?.['kind']?.toLowerCase() ?? ''
}

function wantedKind(labels: readonly DatasetFile[], type: ProjectType | undefined): string | undefined {
  const wanted = type && isClassification(type) ? ATTRIBUTES : BOXES
  return labels.some((file) => kindOf(file) === wanted) ? wanted : labels.map(kindOf)[0]
}

const SPLITS: ReadonlyMap<string, Split> = new Map([
  ['0', 'train'],
  ['1', 'valid'],
  ['2', 'test'],
])

async function partition(dataset: DatasetFiles): Promise<ReadonlyMap<string, Split>> {
  const splits = new Map<string, Split>()
  for (const list of dataset.files.filter(({ path }) => PARTITION.test(baseName(path)))) {
    for await (const line of textLines(dataset, list)) {
      const [name = '', number = ''] = 'text' in line ? cellsOf(line.text) : []
      const split = SPLITS.get(number)
      if (split) splits.set(name, split)
    }
  }
  return splits
}

function cellsOf(line: string): readonly string[] {
  return line.trim().split(/[,\s]+/)
}

async function* readTable(file: DatasetFile, dataset: DatasetFiles, splits: ReadonlyMap<string, Split>): Findings {
  const { path } = file
  const isOfBoxes = kindOf(file) === BOXES
  const pause = pauses()
  let names: readonly string[] | undefined
  for await (const next of textLines(dataset, file)) {
    await pause()
    if ('reason' in next) {
      yield next
      continue
    }
    const cells = cellsOf(next.text)
    // The number of images stands before the names of the columns.
    if (cells.length < 2) continue
    if (names) yield readRow(cells, { names, isOfBoxes, splits, source: { path, line: next.line } })
    else {
      names = cells.filter((cell) => !/^image_id$/i.test(cell))
      if (!isOfBoxes) yield { classNames: names }
    }
  }
}

interface Table {
  readonly names: readonly string[]
  readonly isOfBoxes: boolean
  readonly splits: ReadonlyMap<string, Split>
  readonly source: { readonly path: string; readonly line: number }
}

function readRow([name = '', ...values]: readonly string[], table: Table): DescribedPicture | DatasetProblem {
  const { names, isOfBoxes, splits, source } = table
  const objects = isOfBoxes ? readBox(values) : readAttributes(values, names)
  if (!objects.ok) return { ...source, reason: `The row is left out: ${objects.error.message}.` }
  const split = splits.get(name)
  return { name, source, ...(split && { split }), objects: () => objects }
}

type Read = Result<readonly ReadAnnotation[], Refusal>

function readBox(values: readonly string[]): Read {
  const numbers = readNumbers(values, 'it')
  if (!numbers.ok) return numbers
  const [x = 0, y = 0, width = 0, height = 0] = numbers.value
  if (numbers.value.length !== 4) return unreadable(`it has ${numbers.value.length} numbers; a box has four`)
  const box = boxOfSize({ className: 'face', place: 'it' }, { x, y, width, height })
  return box.ok ? ok([box.value]) : box
}

/** 1 where the face has it, and -1 or 0 where it does not. */
function readAttributes(values: readonly string[], names: readonly string[]): Read {
  if (values.length !== names.length) return unreadable(`it has ${values.length} values for ${names.length} attributes`)
  return ok(names.filter((_, index) => values[index] === '1').map((className) => ({ className, kind: 'whole' })))
}
