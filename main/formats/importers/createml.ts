import { type Refusal, refusal, refuse } from '#common/errors'
import { message } from '#common/messages/message'
import { ok, type Result } from '#common/result'
import type { ReadAnnotation } from '#core/annotation/annotations/read-annotation'
import type { DatasetFile, DatasetFiles, DatasetProblem, DescribedImage } from '#core/exchange/datasets/ports'
import { CreateMlAnnotation, CreateMlEntry, readCreateMlObject } from '../labels/json/createml.ts'
import { readShape } from '../labels/kit/json.ts'
import { type FilePlace, filePlace, thisPlace } from '../labels/kit/places.ts'
import { wholeImage } from '../labels/kit/whole-image.ts'
import { defineImporter, eachFile, type Findings } from './define.ts'
import { jsonBatches, NOT_JSON } from './kit/json/elements.ts'
import { jsonFiles } from './kit/json/head.ts'
import { splitInName } from './kit/paths.ts'
import { pauses } from './kit/pauses.ts'

const ROOT = ''
/** Keys of an entry: of its image, and of the list of its objects or its class. */
const MARKS = [
  ['image', 'imagefilename'],
  ['annotations', 'annotation', 'labels', 'label'].flatMap((key) => [key, `${key}[]`]),
]

/** CreateML: a JSON list of images, each with its boxes. */
export const createMl = defineImporter({
  id: 'createml',
  title: 'CreateML',
  recognise: (dataset) =>
    jsonFiles(dataset, (keys) => MARKS.every((marks) => marks.some((mark) => keys.has(`[].${mark}`)))),
  read: (labels, dataset) => eachFile(labels, (file) => readFile(file, dataset)),
})

async function* readFile(file: DatasetFile, dataset: DatasetFiles): Findings {
  for await (const { first, values, lineOf } of jsonBatches(dataset, file, { keys: [ROOT], pause: pauses() })) {
    for (const [offset, value] of values.entries()) {
      yield* readEntry(value, {
        path: file.path,
        place: filePlace('entry', first + offset + 1),
        line: () => lineOf(offset),
      })
    }
  }
}

interface Place {
  readonly path: string
  readonly place: FilePlace
  line(): number
}

function* readEntry(value: unknown, { path, place, line }: Place): Generator<DescribedImage | DatasetProblem> {
  const problem = (part: FilePlace, why: Refusal) => ({
    path,
    line: line(),
    reason: message('part-skipped', { part }, why),
  })
  const entry = readShape(CreateMlEntry, value)
  if (value === NOT_JSON) return yield problem(place, refusal('not-json'))
  if (!entry.ok) return yield problem(place, entry.error)
  const { name, objects } = entry.value
  if (name === '') return yield problem(place, refusal('image-name-missing'))
  // The image is only listed.
  if (objects === undefined) return
  const read = objects.map((object) => readObject(object))
  for (const [index, object] of read.entries()) {
    if (!object.ok) yield problem(message('place-annotation-of', { place, number: index + 1 }), object.error)
  }
  const split = splitInName(path)
  const kept = read.flatMap((object) => (object.ok ? object.value : []))
  const isPartial = read.some((object) => !object.ok)
  yield { name, source: { path }, ...(split && { split }), isPartial, objects: () => ok(kept) }
}

function readObject(value: unknown): Result<readonly ReadAnnotation[], Refusal> {
  if (typeof value === 'string') return value.trim() === '' ? refuse('createml-class-missing') : wholeImage([value])
  const object = readShape(CreateMlAnnotation, value)
  const read = object.ok ? readCreateMlObject(object.value, thisPlace('annotation')) : object
  return read.ok ? ok([read.value]) : read
}
