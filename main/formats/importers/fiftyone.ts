import { z } from 'zod'
import type { Refusal } from '#common/errors'
import { ok, type Result } from '#common/result'
import type { ReadAnnotation } from '#core/annotations/read-annotation'
import type { DatasetFile, DatasetFiles } from '#core/datasets/ports'
import { boxOfShares } from '../labels/kit/geometry.ts'
import { FileNumber, readShape } from '../labels/kit/json.ts'
import { readEach, unreadable } from '../labels/kit/reading.ts'
import { attributesByName } from '../labels/kit/said/listed.ts'
import { saidIn, withBeside } from '../labels/kit/said/said.ts'
import { saidFor } from '../labels/kit/said/wanted.ts'
import { FileScore, scored } from '../labels/kit/score.ts'
import { defineImporter, eachFile, type Findings } from './define.ts'
import { readJson } from './kit/json/document.ts'
import { jsonFiles } from './kit/json/head.ts'
import { pauses } from './kit/pauses.ts'
import { readableOf } from './kit/readable.ts'

/** FiftyOne's plain data sets: `labels.json` beside the folder `data`, with the labels of each picture by its name without ending. */
export const fiftyOne = defineImporter({
  id: 'fiftyone',
  title: 'FiftyOne',
  recognise: (dataset) =>
    jsonFiles(dataset, (keys) => keys.has('classes[]') && keys.has('labels') && !keys.has('labels[]')),
  read: (labels, dataset) => eachFile(labels, (file) => readFile(file, dataset)),
})

const Document = z.object({
  classes: z.array(z.string()).nullish(),
  labels: z.record(z.string(), z.unknown()),
  /** Said by Tessera: what the objects of classes are asked. */
  attributes: z.unknown().optional(),
})

/** A class is a place in the list, or its name. */
const Class = z.union([z.int(), z.string()])
const BoundingBox = z.array(FileNumber).length(4, 'a box is four numbers')
const NEITHER = 'this is neither a class nor a label'
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
  const json = await readJson(dataset, file)
  if (!json.ok) return yield json.error
  const document = readShape(Document, json.value)
  if (!document.ok) return yield { path, reason: `The file cannot be read: ${document.error.message}.` }
  const { classes, labels, attributes } = document.value
  yield { classNames: classes ?? [], attributes: attributesByName(attributes) }
  const pause = pauses()
  for (const [name, value] of Object.entries(labels)) {
    if (value !== null) yield* readPicture(name, listOf(value), { path, classes: classes ?? [] })
    await pause()
  }
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
  readonly place: string
}

function* readPicture(name: string, values: readonly unknown[], { path, classes }: Place) {
  const read = values.map((value, index) => readLabel(value, `label ${index + 1} of "${name}"`, classes))
  const { values: kept, problems } = readableOf(read, { path })
  yield* problems
  yield {
    name: `data/${name}`,
    source: { path },
    isPartial: problems.length > 0,
    objects(picture: Parameters<typeof saidFor>[1] & { readonly frame: typeof ANY }) {
      const objects = readEach(kept, (label) => toObject(label, picture.frame))
      return objects.ok ? ok(saidFor(objects.value, picture)) : objects
    },
  }
}

const ANY = { width: 1, height: 1 }

function readLabel(value: unknown, place: string, classes: readonly string[]): Result<NamedLabel, Refusal> {
  const said = readShape(Said, value)
  if (!said.ok) return unreadable(`${place} cannot be read: ${said.error.message}`)
  const { label } = said.value
  const className = typeof label === 'string' ? label : classes[label]
  if (className === undefined) return unreadable(`${place} has the class ${label}, and there are ${classes.length}`)
  const named = { said: said.value, className, place }
  const object = toObject(named, ANY)
  return object.ok ? ok(named) : object
}

/** The left upper corner and the size, in shares of the picture's sides. */
function toObject({ said, className, place }: NamedLabel, frame: typeof ANY): Result<ReadAnnotation, Refusal> {
  const told = { said: saidIn(said.attributes) }
  if (!said.bounding_box) return withBeside(ok({ className, kind: 'whole' }), told)
  const [x = 0, y = 0, width = 0, height = 0] = said.bounding_box
  const corners = { x0: x, y0: y, x1: x + width, y1: y + height }
  return withBeside(scored(boxOfShares({ className, place }, corners, frame), said.confidence), told)
}
