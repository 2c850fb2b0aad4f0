import type { ProjectType } from '#common/contract/projects'
import { refuse } from '#common/errors'
import type { Box } from '#common/geometry/box'
import type { Size } from '#common/geometry/space'
import { message } from '#common/messages/message'
import type { Split } from '#common/split'
import { isClassification } from '#core/annotation/annotations/project-types'
import type { DatasetFile, DatasetFiles, DatasetFinding, DatasetProblem } from '#core/exchange/datasets/ports'
import { defineImporter, eachFile, type Findings } from '../define.ts'
import { baseName } from '../kit/paths.ts'
import { pauses } from '../kit/pauses.ts'
import { textLines } from '../kit/texts.ts'
import { type CelebAImages, celebAImages, type ImageKind } from './celeba-images.ts'
import { readAttributes, readBox, readLandmarks } from './celeba-rows.ts'

const LIST = /^list_(?<kind>attr|bbox|landmarks_align|landmarks)_celeba\.(?:txt|csv)$/i
const PARTITION = /^list_eval_partition\.(?:txt|csv)$/i

type Kind = 'attributes' | 'boxes' | 'landmarks' | 'aligned-landmarks'
const KINDS: ReadonlyMap<string, Kind> = new Map([
  ['attr', 'attributes'],
  ['bbox', 'boxes'],
  ['landmarks', 'landmarks'],
  ['landmarks_align', 'aligned-landmarks'],
])

/** The images that a table is about; attributes are of all. */
const ABOUT: ReadonlyMap<Kind, ImageKind> = new Map([
  ['boxes', 'wild'],
  ['landmarks', 'wild'],
  ['aligned-landmarks', 'aligned'],
])

/** CelebA: tables of forty attributes of each face, which are classes of the image, of boxes around faces, and of their landmarks. */
export const celebA = defineImporter({
  id: 'celeba',
  title: 'CelebA',
  companions: /(?:^|\/)identity_CelebA\.txt$/i,
  recognise: async ({ files }) => files.filter(({ path }) => LIST.test(baseName(path))),
  async *read(labels, dataset, type) {
    const images = celebAImages(dataset)
    const { used, problems } = choose(labels, images, type)
    yield* problems
    const splits = await partition(dataset)
    const isOfWild = used.some((file) => kindOf(file) === 'landmarks')
    const boxes: Boxes = isOfWild ? await boxesIn(labels, dataset) : new Map()
    yield* eachFile(used, (file) => readTable(file, dataset, { images, splits, boxes }))
  },
})

function kindOf({ path }: DatasetFile): Kind {
  return KINDS.get(LIST.exec(baseName(path))?.groups?.['kind']?.toLowerCase() ?? '') ?? 'attributes'
}

interface Choice {
  readonly used: readonly DatasetFile[]
  readonly problems: readonly DatasetProblem[]
}

/** The tables that fit the project and the images. */
function choose(labels: readonly DatasetFile[], images: CelebAImages, type: ProjectType | undefined): Choice {
  const wanted = wantedKinds(labels, type)
  const fitting = labels.filter((file) => wanted.includes(kindOf(file)))
  const there = fitting.filter((file) => images.has(ABOUT.get(kindOf(file))))
  const isOfAligned = !images.isMarked && there.some((file) => kindOf(file) === 'aligned-landmarks')
  // Images in a folder of another name are most likely aligned: most people have those.
  const used = isOfAligned ? there.filter((file) => kindOf(file) !== 'landmarks') : there
  const unused = labels.filter((file) => !used.includes(file))
  const problems = unused.map((file) => {
    const isAbsent = fitting.includes(file) && !there.includes(file)
    return { path: file.path, reason: message(isAbsent ? absentOf(kindOf(file)) : 'table-fits-less') }
  })
  return { used, problems }
}

function absentOf(kind: Kind) {
  return ABOUT.get(kind) === 'aligned' ? 'table-without-aligned-images' : 'table-without-wild-images'
}

function wantedKinds(labels: readonly DatasetFile[], type: ProjectType | undefined): readonly Kind[] {
  const wanted = wantedBy(type)
  const kinds = labels.map(kindOf)
  return kinds.some((kind) => wanted.includes(kind)) ? wanted : kinds.slice(0, 1)
}

function wantedBy(type: ProjectType | undefined): readonly Kind[] {
  if (type === 'keypoint-detection') return ['landmarks', 'aligned-landmarks']
  return type && isClassification(type) ? ['attributes'] : ['boxes']
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

type Boxes = ReadonlyMap<string, Box>

/** The boxes of faces by the names of their images; what is wrong with one is told where boxes are wanted. */
async function boxesIn(labels: readonly DatasetFile[], dataset: DatasetFiles): Promise<Boxes> {
  const boxes = new Map<string, Box>()
  for (const table of labels.filter((file) => kindOf(file) === 'boxes')) {
    for await (const line of textLines(dataset, table)) {
      const [name = '', ...values] = 'text' in line ? cellsOf(line.text) : []
      const read = readBox(values)
      const [face] = read.ok ? read.value : []
      if (face?.kind === 'box') boxes.set(name, face.box)
    }
  }
  return boxes
}

function cellsOf(line: string): readonly string[] {
  return line.trim().split(/[,\s]+/)
}

interface Reading {
  readonly images: CelebAImages
  readonly splits: ReadonlyMap<string, Split>
  readonly boxes: Boxes
}

async function* readTable(file: DatasetFile, dataset: DatasetFiles, reading: Reading): Findings {
  const kind = kindOf(file)
  const pause = pauses()
  let columns: readonly string[] | undefined
  for await (const next of textLines(dataset, file)) {
    await pause()
    if ('reason' in next) {
      yield next
      continue
    }
    const cells = cellsOf(next.text)
    // The number of images stands before the names of the columns.
    if (cells.length < 2) continue
    if (columns) yield* readRow(cells, { ...reading, columns, kind, source: { path: file.path, line: next.line } })
    else {
      columns = cells.filter((cell) => !/^image_id$/i.test(cell))
      if (kind === 'attributes') yield { classNames: columns }
    }
  }
}

interface Table extends Reading {
  readonly columns: readonly string[]
  readonly kind: Kind
  readonly source: { readonly path: string; readonly line: number }
}

function* readRow(
  [name = '', ...values]: readonly string[],
  { images, splits, boxes, columns, kind, source }: Table,
): Generator<DatasetFinding> {
  const objects = readObjects(kind, values, { columns, box: boxes.get(name) })
  if (!objects.ok) return yield { ...source, reason: message('row-skipped', {}, objects.error) }
  const split = splits.get(name)
  for (const image of images.named(name, ABOUT.get(kind))) {
    const isOfWild = ABOUT.get(kind) === 'wild'
    yield {
      name: image,
      source,
      ...(split && { split }),
      objects: ({ frame }) => (isOfWild && isAligned(frame) ? refuse('image-is-aligned') : objects),
    }
  }
}

/** Images whose folder tells nothing are known by their size: places of other images would lie anywhere. */
function isAligned({ width, height }: Size): boolean {
  return width === 178 && height === 218
}

interface Known {
  readonly columns: readonly string[]
  readonly box: Box | undefined
}

function readObjects(kind: Kind, values: readonly string[], { columns, box }: Known) {
  if (kind === 'attributes') return readAttributes(values, columns)
  if (kind === 'boxes') return readBox(values)
  return readLandmarks(values, columns, kind === 'landmarks' ? box : undefined)
}
