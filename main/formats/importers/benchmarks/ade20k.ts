import { z } from 'zod'
import { type Refusal, refuse } from '#common/errors'
import { isImageName } from '#common/image-kinds'
import { message } from '#common/messages/message'
import { ok, type Result } from '#common/result'
import type { ReadAnnotation } from '#core/annotation/annotations/read-annotation'
import { isAdeMaskPath } from '#core/exchange/datasets/places'
import type { DatasetFile, DatasetFiles } from '#core/exchange/datasets/ports'
import { polygonOf } from '../../labels/kit/geometry.ts'
import { FileNumber, readShape } from '../../labels/kit/json.ts'
import { type FilePlace, filePlace } from '../../labels/kit/places.ts'
import { defineImporter, eachFile, type Findings } from '../define.ts'
import { readJson } from '../kit/json/document.ts'
import { jsonFiles } from '../kit/json/head.ts'
import { withoutEnding } from '../kit/paths.ts'
import { pauses } from '../kit/pauses.ts'
import { readableOf } from '../kit/readable.ts'

/** The objects and their parts as masks, beside their images. */
const MASKS = /_(?:seg|parts_\d+)\.png$|(?:^|\/)instance_\d+_ADE_(?:train|val)_\d+\.png$/i

/** Tables of objects, by which another reader reads the masks. */
const TABLE = /_atr\.txt$/i

/** ADE20K as a whole: a JSON file with outlines beside each image. Parts of objects are left to the objects. */
export const ade20k = defineImporter({
  id: 'ade20k',
  title: 'ADE20K',
  async recognise(dataset) {
    const own = await jsonFiles(dataset, (keys) => keys.has('annotation.object[]') && keys.has('annotation.filename'))
    if (own.length > 0) return [...own, ...dataset.files.filter(({ path }) => MASKS.test(path))]
    if (dataset.files.some(({ path }) => TABLE.test(path))) return []
    return dataset.files.filter(({ path }) => isAdeMaskPath(path))
  },
  async *read(labels, dataset) {
    const pause = pauses()
    const files = labels.filter(({ path }) => !isImageName(path))
    const [alone] = files.length === 0 ? labels : []
    if (alone) yield { path: alone.path, reason: message('mask-needs-ade-files') }
    yield* eachFile(files, async function* (file): Findings {
      yield* readFile(file, dataset)
      await pause()
    })
  },
})

const Document = z.object({ annotation: z.object({ object: z.array(z.unknown()) }) })
const Coordinates = z.union([z.array(FileNumber), FileNumber.transform((only) => [only])])
const AdeObject = z.object({
  name: z.string(),
  polygon: z.object({ x: Coordinates, y: Coordinates }),
  parts: z.object({ part_level: FileNumber }).optional().catch(undefined),
})

async function* readFile(file: DatasetFile, dataset: DatasetFiles): Findings {
  const { path } = file
  const json = await readJson(dataset, file)
  if (!json.ok) return yield json.error
  const document = readShape(Document, json.value)
  if (!document.ok) return yield { path, reason: message('file-not-readable', {}, document.error) }
  const read = document.value.annotation.object.map((value, index) => readObject(value, filePlace('object', index + 1)))
  const { values, problems } = readableOf(read, { path })
  yield* problems
  const objects = values.flatMap((object) => object ?? [])
  yield { name: withoutEnding(path), source: { path }, isPartial: problems.length > 0, objects: () => ok(objects) }
}

/** The object, or undefined for a part of another object. */
function readObject(value: unknown, place: FilePlace): Result<ReadAnnotation | undefined, Refusal> {
  const object = readShape(AdeObject, value)
  if (!object.ok) return refuse('part-unreadable', { place }, object.error)
  const { name, polygon, parts } = object.value
  if ((parts?.part_level ?? 0) > 0) return ok(undefined)
  // Every name that a thing has stands there: "car, auto, automobile".
  const className = name.split(/[,;]/)[0]?.trim() ?? ''
  return polygonOf({ className, place }, [polygon.x.flatMap((x, index) => [x, polygon.y[index] ?? 0])])
}
