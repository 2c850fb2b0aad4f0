import { type Refusal, refuse } from '#common/errors'
import { message } from '#common/messages/message'
import type { Message } from '#common/messages/template'
import { ok, type Result } from '#common/result'
import type { Split } from '#common/split'
import type { ReadAnnotation } from '#core/annotation/annotations/read-annotation'
import type { DatasetFile, DatasetFiles, DatasetProblem, DescribedImage } from '#core/exchange/datasets/ports'
import { boxOfShares } from '../labels/kit/geometry.ts'
import type { FilePlace } from '../labels/kit/places.ts'
import { readEvery } from '../labels/kit/reading.ts'
import { wholeImage } from '../labels/kit/whole-image.ts'
import { defineImporter, eachFile, type Findings } from './define.ts'
import { baseName, isAside, splitInName, withoutEnding } from './kit/paths.ts'
import { pauses } from './kit/pauses.ts'
import { readableOf } from './kit/readable.ts'
import { partSkipped } from './kit/rows-said.ts'
import { type Feature, readExample } from './kit/tfrecord/example.ts'
import { readLabelMaps } from './kit/tfrecord/label-map.ts'
import { type FoundRecord, tfRecords } from './kit/tfrecord/records.ts'

/** `a.tfrecord`, `a.record`, `a.tfrecord-00000-of-00010`. */
const RECORDS = /\.(?:tf)?records?(?:-\d+-of-\d+)?$/i

/** TensorFlow's own container: images and their boxes as records of one file. */
export const tfrecord = defineImporter({
  id: 'tfrecord',
  title: 'TensorFlow TFRecord',
  recognise: async ({ files }) => files.filter(({ path }) => RECORDS.test(path) && !isAside(path)),
  async *read(labels, dataset) {
    const maps = await readLabelMaps(dataset)
    yield* maps.problems
    yield* maps.listed
    yield* eachFile(labels, (file) => readFile(file, dataset, maps.of(file) ?? new Map()))
  },
})

type ClassNames = ReadonlyMap<number, string>

async function* readFile(file: DatasetFile, dataset: DatasetFiles, names: ClassNames): Findings {
  const { path } = file
  const split = splitOf(path)
  const pause = pauses()
  for await (const record of tfRecords(dataset, file)) {
    if ('reason' in record) yield record
    else yield* readRecord(record, { path, split, names })
    await pause()
  }
}

/** The image is in the file, so its folders are the folders of the image too. */
function splitOf(path: string): Split | undefined {
  return path
    .split('/')
    .toReversed()
    .map(splitInName)
    .find((split) => split !== undefined)
}

interface Place {
  readonly path: string
  readonly split: Split | undefined
  readonly names: ClassNames
}

function* readRecord({ place, data }: FoundRecord, at: Place): Generator<DescribedImage | DatasetProblem, void> {
  const { path } = at
  const features = readExample(data)
  if (features === undefined) return yield { path, reason: skipped(place, 'record-not-example') }
  const image = imageIn(features, place, at)
  if (image === undefined) return yield { path, reason: skipped(place, 'record-without-image') }
  if (!features.has('image/object/bbox/xmin')) return yield* readClass(features, { place, image, at })
  const boxes = boxesIn(features, at.names)
  if (boxes === undefined) return yield { path, reason: skipped(place, 'record-lists-differ') }
  const places = boxes.map((box, index) => ({
    ...box,
    place: message('place-object-of-record', { number: index + 1, record: place }),
  }))
  const { values, problems } = readableOf(places.map(keep), { path })
  yield* problems
  const isPartial = problems.length > 0
  yield {
    ...image,
    isPartial,
    objects: ({ frame }) => readEvery(values, (box) => boxOfShares(box, box.corners, frame)),
  }
}

function skipped(place: number, why: 'record-not-example' | 'record-without-image' | 'record-lists-differ'): Message {
  return partSkipped('part-record', place, message(why))
}

interface WithoutBoxes {
  readonly place: number
  readonly image: Omit<DescribedImage, 'objects'>
  readonly at: Place
}

/** Records for classification name the class of the image; others that have no lists of boxes say nothing of it. */
function* readClass(
  features: ReadonlyMap<string, Feature>,
  { place, image, at }: WithoutBoxes,
): Generator<DescribedImage | DatasetProblem, void> {
  const [label] = features.get('image/class/label')?.numbers ?? []
  const numbered = label === undefined ? '' : (at.names.get(label) ?? `class-${label}`)
  const className = textIn(features, 'image/class/text') || numbered
  if (className === '') yield { path: at.path, reason: message('record-says-nothing', { number: place }) }
  yield { ...image, isPartial: className === '', objects: () => wholeImage([className]) }
}

/** The image with its bytes, or the name of one that lies elsewhere. */
function imageIn(features: ReadonlyMap<string, Feature>, place: number, { path, split }: Place) {
  const [encoded] = features.get('image/encoded')?.bytes ?? []
  const written = textIn(features, 'image/filename') || textIn(features, 'image/source_id')
  if (encoded === undefined && written === '') return undefined
  const name = written || `${withoutEnding(baseName(path))}-${place}`
  const held = encoded && { bytes: () => encoded, isNameless: written === '' }
  return { name, source: { path }, ...(split && { split }), ...held }
}

function textIn(features: ReadonlyMap<string, Feature>, key: string): string {
  return features.get(key)?.bytes[0]?.toString('utf8') ?? ''
}

interface NamedBox {
  readonly className: string
  readonly corners: Corners
}

type Corners = Parameters<typeof boxOfShares>[1]

const SIDES = ['xmin', 'ymin', 'xmax', 'ymax']

/** In shares of the image's sides; undefined where the lists do not fit together. */
function boxesIn(features: ReadonlyMap<string, Feature>, names: ClassNames): readonly NamedBox[] | undefined {
  const sides = SIDES.map((side) => features.get(`image/object/bbox/${side}`)?.numbers ?? [])
  const [left = [], top = [], right = [], bottom = []] = sides
  if (sides.some(({ length }) => length !== left.length)) return undefined
  const texts = features.get('image/object/class/text')?.bytes ?? []
  const labels = features.get('image/object/class/label')?.numbers ?? []
  return left.map((x0, index) => {
    const label = labels[index] ?? 0
    const className = texts[index]?.toString('utf8') || names.get(label) || `class-${label}`
    return { className, corners: { x0, y0: top[index] ?? 0, x1: right[index] ?? 0, y1: bottom[index] ?? 0 } }
  })
}

const ANY = { width: 1, height: 1 }

/** The box itself, when it can be read for any image. */
function keep<Kept extends NamedBox & { readonly place: FilePlace }>(box: Kept): Result<Kept, Refusal> {
  if (!Object.values(box.corners).every(Number.isFinite)) return refuse('side-not-number', { place: box.place })
  const read: Result<ReadAnnotation, Refusal> = boxOfShares(box, box.corners, ANY)
  return read.ok ? ok(box) : read
}
