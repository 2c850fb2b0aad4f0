import { z } from 'zod'
import { type Refusal, refuse } from '#common/errors'
import { message } from '#common/messages/message'
import { ok, type Result } from '#common/result'
import type { ReadAnnotation } from '#core/annotation/annotations/read-annotation'
import type { DatasetFile, DatasetFiles, DatasetProblem, DescribedImage } from '#core/exchange/datasets/ports'
import { FileNumber, FileRecord, parseJson, readShape } from '../labels/kit/json.ts'
import { type FilePlace, filePlace } from '../labels/kit/places.ts'
import { type ReadObjects, readEvery, shorten } from '../labels/kit/reading.ts'
import type { ShapeFault } from '../labels/kit/shape-faults.ts'
import { wholeImage } from '../labels/kit/whole-image.ts'
import { readDarknetLine } from '../labels/text/darknet.ts'
import { defineImporter, eachFile, type Findings } from './define.ts'
import { headKeysOf } from './kit/json/head.ts'
import { endingOf, isAside, splitInName } from './kit/paths.ts'
import { pauses } from './kit/pauses.ts'
import { readableOf } from './kit/readable.ts'
import { MAX_TEXT_BYTES, type TextLine, textLines } from './kit/texts.ts'
import { describedBy, type YoloDescription } from './kit/yolo/data-yaml.ts'

/** Ultralytics NDJSON: a line about the dataset, and then a line for each image with the numbers of YOLO's text files. */
export const ndjson = defineImporter({
  id: 'ndjson',
  title: 'Ultralytics NDJSON',
  async recognise(dataset) {
    const found: DatasetFile[] = []
    for (const file of dataset.files) {
      if (!['.ndjson', '.jsonl'].includes(endingOf(file.path)) || isAside(file.path)) continue
      const keys = await headKeysOf(dataset, file, true)
      if (keys.has('type') && (keys.has('class_names') || (keys.has('file') && keys.has('annotations'))))
        found.push(file)
    }
    return found
  },
  read: (labels, dataset) => eachFile(labels, (file) => readFile(file, dataset)),
})

const AboutAll = z.object({
  type: z.literal('dataset'),
  class_names: z.union([z.array(z.string()), FileRecord(z.string())]).default([]),
  kpt_shape: z.array(z.number()).nullish().catch(undefined),
  flip_idx: z.array(z.number()).nullish().catch(undefined),
})

const Rows = z.array(z.array(FileNumber))
const AboutImage = z.object({
  type: z.literal('image'),
  file: z.string().min(1, 'empty' satisfies ShapeFault),
  url: z.string().nullish().catch(undefined),
  split: z.string().nullish().catch(undefined),
  annotations: z
    .object({
      boxes: Rows.optional(),
      segments: Rows.optional(),
      pose: Rows.optional(),
      obb: Rows.optional(),
      classification: z.array(FileNumber).optional(),
    })
    .loose()
    .optional(),
})
type AboutImage = z.infer<typeof AboutImage>

const Line = z.discriminatedUnion('type', [AboutAll, AboutImage], 'of-no-kind' satisfies ShapeFault)

async function* readFile(file: DatasetFile, dataset: DatasetFiles): Findings {
  const { path } = file
  let description: YoloDescription | undefined
  const pause = pauses()
  for await (const next of textLines(dataset, file, MAX_TEXT_BYTES)) {
    await pause()
    if ('reason' in next) yield next
    if ('reason' in next || next.text.trim() === '') continue
    const line = readLine(next)
    if (!line.ok) yield { path, line: next.line, reason: message('line-skipped', {}, line.error) }
    else if (line.value.type === 'dataset') {
      description = describe(line.value)
      yield { classNames: [...(description?.names.values() ?? [])] }
    } else yield* readImage(line.value, { path, line: next.line }, description ?? NAMELESS)
  }
}

const NAMELESS: YoloDescription = { names: new Map(), pose: undefined, isOriented: false, places: [] }

function readLine({ text }: TextLine) {
  const document = parseJson(text)
  return document === undefined ? refuse('not-json') : readShape(Line, document)
}

/** The same as the head of a YOLO dataset, where each number is a text. */
function describe({ class_names, kpt_shape, flip_idx }: z.infer<typeof AboutAll>): YoloDescription | undefined {
  const names = Array.isArray(class_names) ? class_names : new Map(Object.entries(class_names))
  const texts = (numbers: readonly number[] | null | undefined) => (numbers ?? []).map(String)
  return describedBy(
    new Map([
      ['names', names],
      ['kpt_shape', texts(kpt_shape)],
      ['flip_idx', texts(flip_idx)],
    ]),
    '',
  )
}

interface Place {
  readonly path: string
  readonly line: number
}

function* readImage(
  { file, url, split: written, annotations }: AboutImage,
  source: Place,
  description: YoloDescription,
): Generator<DescribedImage | DatasetProblem> {
  if (annotations === undefined) return
  const { boxes, segments, pose, obb, classification, ...others } = annotations
  const outlined = boxes ?? segments ?? pose
  const read = (outlined ? rowsOf(outlined, false) : rowsOf(obb ?? [], true)).map((one) => {
    const object = readRow(one, description, ANY)
    return object.ok ? ok(one) : object
  })
  const { values, problems } = readableOf(read, source)
  yield* problems
  const [stranger] = Object.keys(others)
  if (stranger !== undefined)
    yield { ...source, reason: message('annotations-of-type-skipped', { kind: shorten(stranger) }) }
  const split = splitInName(written ?? '')
  const isPartial = problems.length > 0 || stranger !== undefined
  yield {
    name: placeOf(file, url),
    source,
    ...(split && { split }),
    isPartial,
    objects: (image): ReadObjects =>
      classification
        ? wholeImage(classification.map((number) => nameOf(number, description)))
        : readEvery(values, (one) => readRow(one, description, image.frame)),
  }
}

const ANY = { width: 1, height: 1 }

interface Row {
  readonly row: readonly number[]
  readonly isOriented: boolean
  readonly place: FilePlace
}

function rowsOf(rows: readonly Row['row'][], isOriented: boolean): readonly Row[] {
  return rows.map((row, index) => ({ row, isOriented, place: filePlace('object', index + 1) }))
}

function readRow(
  { row, place, isOriented }: Row,
  { names, pose }: YoloDescription,
  frame: typeof ANY,
): Result<ReadAnnotation, Refusal> {
  if (names.size > 0 && !names.has(String(row[0]))) return refuse('class-without-name', { place, name: String(row[0]) })
  return readDarknetLine({ line: row.join(' '), place, number: 0 }, { labelmap: names, frame, pose, isOriented })
}

function nameOf(number: number, { names }: YoloDescription): string {
  return names.get(String(number)) ?? String(number)
}

/** An address on another machine says nothing of where the image lies here. */
function placeOf(file: string, url: string | null | undefined): string {
  return url && !/^(?:[a-z][a-z+.-]*:|\/)/i.test(url) ? url : file
}
