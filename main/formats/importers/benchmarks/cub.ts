import { refuse } from '#common/errors'
import { isImageName } from '#common/image-kinds'
import { message } from '#common/messages/message'
import type { Message } from '#common/messages/template'
import { ok } from '#common/result'
import type { Split } from '#common/split'
import type { DatasetFile, DatasetFiles, DatasetProblem, DescribedImage } from '#core/exchange/datasets/ports'
import { boxOfSize } from '../../labels/kit/geometry.ts'
import { thisPlace } from '../../labels/kit/places.ts'
import { type ReadObjects, readNumbers } from '../../labels/kit/reading.ts'
import { wholeImage } from '../../labels/kit/whole-image.ts'
import { defineImporter, eachFile, type Findings } from '../define.ts'
import { baseName, folderOf, isAside } from '../kit/paths.ts'
import { pauses } from '../kit/pauses.ts'
import { textLines } from '../kit/texts.ts'

const HEAD_BYTES = 1024

const IMAGES = 'images.txt'
const CLASSES = 'classes.txt'
const CLASS_OF_IMAGE = 'image_class_labels.txt'
const BOXES = 'bounding_boxes.txt'
const SPLITS = 'train_test_split.txt'

/** CUB-200-2011 and NABirds: lists of images, classes and boxes, which number the images. */
export const cub = defineImporter({
  id: 'cub',
  title: 'CUB-200-2011',
  async recognise(dataset) {
    const found: DatasetFile[] = []
    for (const list of dataset.files) {
      if (baseName(list.path) !== IMAGES || isAside(list.path)) continue
      const lists = listsBeside(list, dataset)
      const [first = ''] = (await dataset.head(list, HEAD_BYTES)).split(/\r?\n/)
      const isOurs = lists.has(CLASSES) && lists.has(CLASS_OF_IMAGE) && isImageName(pairIn(first)?.[1] ?? '')
      if (isOurs) found.push(...lists.values())
    }
    return found
  },
  async *read(labels, dataset) {
    const lists = labels.filter(({ path }) => baseName(path) === IMAGES)
    yield* eachFile(lists, (list) => readLists(list, dataset))
  },
})

type Lists = ReadonlyMap<string, DatasetFile>

const NAMES: ReadonlySet<string> = new Set([IMAGES, CLASSES, CLASS_OF_IMAGE, BOXES, SPLITS])

function listsBeside(list: DatasetFile, { files }: DatasetFiles): Lists {
  const folder = folderOf(list.path)
  const beside = files.filter(({ path }) => folderOf(path) === folder && NAMES.has(baseName(path)))
  return new Map(beside.map((file) => [baseName(file.path), file]))
}

/** `17 001.Black_footed_Albatross`: an id, and what it stands for. */
function pairIn(line: string): readonly [string, string] | undefined {
  const { id, rest } = /^\s*(?<id>\S+)\s+(?<rest>\S.*?)\s*$/.exec(line)?.groups ?? {}
  return id === undefined || rest === undefined ? undefined : [id, rest]
}

interface Pair {
  readonly id: string
  readonly rest: string
  readonly line: number
}

async function* pairsIn(file: DatasetFile, dataset: DatasetFiles): AsyncGenerator<Pair | DatasetProblem> {
  const pause = pauses()
  for await (const next of textLines(dataset, file)) {
    await pause()
    if ('reason' in next) yield next
    if ('reason' in next || next.text.trim() === '') continue
    const [id, rest] = pairIn(next.text) ?? []
    if (id !== undefined && rest !== undefined) yield { id, rest, line: next.line }
    else
      yield { path: file.path, line: next.line, reason: message('line-skipped', {}, message('line-needs-two-values')) }
  }
}

/** The entries of the lists about the images, by their ids. */
interface Entries {
  readonly names: Map<string, string>
  readonly classOf: Map<string, string>
  readonly splits: Map<string, Split>
  readonly boxes: Map<string, readonly number[]>
}

/** Records a line, or returns why not. */
type Take = (entries: Entries, pair: Pair) => Message | undefined

const TAKES: readonly (readonly [name: string, take: Take])[] = [
  [CLASSES, ({ names }, { id, rest }) => void names.set(id, rest)],
  [CLASS_OF_IMAGE, ({ classOf }, { id, rest }) => void classOf.set(id, rest)],
  [SPLITS, ({ splits }, { id, rest }) => void splits.set(id, rest === '1' ? 'train' : 'test')],
  [BOXES, takeBox],
]

function takeBox({ boxes }: Entries, { id, rest }: Pair): Message | undefined {
  const numbers = readNumbers(rest.split(/\s+/), thisPlace('line'))
  if (!numbers.ok) return numbers.error
  if (numbers.value.length !== 4) return message('line-not-box', { count: numbers.value.length })
  boxes.set(id, numbers.value)
  return undefined
}

async function* readLists(list: DatasetFile, dataset: DatasetFiles): Findings {
  const entries: Entries = { names: new Map(), classOf: new Map(), splits: new Map(), boxes: new Map() }
  const lists = listsBeside(list, dataset)
  for (const [name, take] of TAKES) {
    const file = lists.get(name)
    if (file) yield* takeLines(file, dataset, (pair) => take(entries, pair))
  }
  yield { classNames: [...entries.names.values()] }
  for await (const pair of pairsIn(list, dataset)) yield 'reason' in pair ? pair : described(pair, entries, list)
}

async function* takeLines(
  file: DatasetFile,
  dataset: DatasetFiles,
  take: (pair: Pair) => Message | undefined,
): AsyncGenerator<DatasetProblem> {
  for await (const pair of pairsIn(file, dataset)) {
    const fault = 'reason' in pair ? undefined : take(pair)
    if ('reason' in pair) yield pair
    else if (fault !== undefined) yield { path: file.path, line: pair.line, reason: message('line-skipped', {}, fault) }
  }
}

function described({ id, rest, line }: Pair, entries: Entries, { path }: DatasetFile): DescribedImage {
  const split = entries.splits.get(id)
  const objects = objectsOf(id, entries)
  return { name: `images/${rest}`, source: { path, line }, ...(split && { split }), objects: () => objects }
}

/** Where no box is known the class is that of the image as a whole. */
function objectsOf(id: string, { names, classOf, boxes }: Entries): ReadObjects {
  const number = classOf.get(id)
  if (number === undefined) return refuse('image-of-class-list-missing', { file: CLASS_OF_IMAGE })
  const className = names.get(number)
  if (className === undefined) return refuse('class-number-not-listed', { number, list: CLASSES })
  const [x, y, width, height] = boxes.get(id) ?? []
  if (x === undefined || y === undefined || width === undefined || height === undefined) return wholeImage([className])
  const box = boxOfSize({ className, place: thisPlace('object') }, { x, y, width, height })
  return box.ok ? ok([box.value]) : box
}
