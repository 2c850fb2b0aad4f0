import { z } from 'zod'
import { type Refusal, refusal, refuse } from '#common/errors'
import { message } from '#common/messages/message'
import { ok, type Result } from '#common/result'
import type { ReadAnnotation } from '#core/annotation/annotations/read-annotation'
import type { DatasetFile, DatasetFiles } from '#core/exchange/datasets/ports'
import { boxOfShares } from '../labels/kit/geometry.ts'
import { FileNumber, readShape } from '../labels/kit/json.ts'
import type { FilePlace } from '../labels/kit/places.ts'
import { readEvery } from '../labels/kit/reading.ts'
import { attributesByName } from '../labels/kit/said/listed.ts'
import { saidIn, withBeside } from '../labels/kit/said/said.ts'
import { saidFor } from '../labels/kit/said/wanted.ts'
import { FileScore, scored } from '../labels/kit/score.ts'
import type { ShapeFault } from '../labels/kit/shape-faults.ts'
import { defineImporter, eachFile, type Findings } from './define.ts'
import { jsonBatches, NOT_JSON, objectBehind } from './kit/json/elements.ts'
import { jsonFiles } from './kit/json/head.ts'
import { pauses } from './kit/pauses.ts'
import { readableOf } from './kit/readable.ts'

/** FiftyOne's plain datasets: `labels.json` beside the folder `data`, with the labels of each image by its name without ending. */
export const fiftyOne = defineImporter({
  id: 'fiftyone',
  title: 'FiftyOne',
  recognise: (dataset) =>
    jsonFiles(dataset, (keys) => keys.has('classes[]') && keys.has('labels') && !keys.has('labels[]')),
  read: (labels, dataset) => eachFile(labels, (file) => readFile(file, dataset)),
})

const Classes = z.array(z.string())

/** A class is a place in the list, or its name. */
const Class = z.union([z.int(), z.string()])
const NOT_FOUR: ShapeFault = 'not-four-numbers'
const BoundingBox = z.array(FileNumber).length(4, NOT_FOUR)
const NEITHER: ShapeFault = 'not-label'
const Said = z.union(
  [
    Class.transform((label) => ({ label, bounding_box: undefined, confidence: undefined, attributes: undefined })),
    z.object({
      label: Class,
      bounding_box: BoundingBox.nullish(),
      confidence: FileScore,
      attributes: z.unknown().optional(),
    }),
  ],
  NEITHER,
)
type Said = z.infer<typeof Said>

async function* readFile(file: DatasetFile, dataset: DatasetFiles): Findings {
  const { path } = file
  const [listed, pause] = [await listOfClasses(dataset, file), pauses()]
  if (!listed.ok) return yield { path, reason: message('file-not-readable', {}, listed.error) }
  const classes = listed.value
  // Said by Tessera: what the objects of classes are asked.
  const attributes = attributesByName(await objectBehind(dataset, file, 'attributes'))
  yield { classNames: classes, attributes }
  for await (const { names, values, lineOf } of jsonBatches(dataset, file, { keys: [], objects: ['labels'], pause })) {
    for (const [at, name] of names.entries()) {
      const value = values[at]
      if (value === NOT_JSON)
        yield { path, line: lineOf(at), reason: message('entry-skipped', {}, refusal('not-json')) }
      else if (value !== null) yield* readImage(name, listOf(value), { path, classes })
      await pause()
    }
  }
}

/** They may stand behind the labels, which are read one by one. */
async function listOfClasses(dataset: DatasetFiles, file: DatasetFile): Promise<Result<readonly string[], Refusal>> {
  const classes: unknown[] = []
  for await (const { values } of jsonBatches(dataset, file, { keys: ['classes'], pause: pauses() })) {
    for (const value of values) classes.push(value)
  }
  return readShape(Classes, classes)
}

/** An image of which nothing is known has `null`, and one without any of several labels an empty list. */
function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [value]
}

interface Place {
  readonly path: string
  readonly classes: readonly string[]
}

interface NamedLabel {
  readonly said: Said
  readonly className: string
  readonly place: FilePlace
}

function* readImage(name: string, values: readonly unknown[], { path, classes }: Place) {
  const read = values.map((value, index) =>
    readLabel(value, message('place-label-of-image', { number: index + 1, image: name }), classes),
  )
  const { values: kept, problems } = readableOf(read, { path })
  yield* problems
  yield {
    name: `data/${name}`,
    source: { path },
    isPartial: problems.length > 0,
    objects(image: Parameters<typeof saidFor>[1] & { readonly frame: typeof ANY }) {
      const objects = readEvery(kept, (label) => toObject(label, image.frame))
      return objects.ok ? ok(saidFor(objects.value, image)) : objects
    },
  }
}

const ANY = { width: 1, height: 1 }

function readLabel(value: unknown, place: FilePlace, classes: readonly string[]): Result<NamedLabel, Refusal> {
  const said = readShape(Said, value)
  if (!said.ok) return refuse('part-unreadable', { place }, said.error)
  const { label } = said.value
  const className = typeof label === 'string' ? label : classes[label]
  if (className === undefined) return refuse('class-index-too-large', { place, label, count: classes.length })
  const named = { said: said.value, className, place }
  const object = toObject(named, ANY)
  return object.ok ? ok(named) : object
}

/** The left upper corner and the size, in shares of the image's sides. */
function toObject({ said, className, place }: NamedLabel, frame: typeof ANY): Result<ReadAnnotation, Refusal> {
  const told = { said: saidIn(said.attributes) }
  if (!said.bounding_box) return withBeside(ok({ className, kind: 'whole' }), told)
  const [x = 0, y = 0, width = 0, height = 0] = said.bounding_box
  const corners = { x0: x, y0: y, x1: x + width, y1: y + height }
  return withBeside(scored(boxOfShares({ className, place }, corners, frame), said.confidence), told)
}
