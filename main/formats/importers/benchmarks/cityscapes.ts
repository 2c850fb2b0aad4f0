import { z } from 'zod'
import type { Refusal } from '#common/errors'
import { ok, type Result } from '#common/result'
import type { ReadAnnotation } from '#core/annotations/read-annotation'
import { isPicturePath } from '#core/datasets/places'
import type { DatasetFile, DatasetFiles } from '#core/datasets/ports'
import { polygonOf } from '../../labels/kit/geometry.ts'
import { FileNumber, readShape } from '../../labels/kit/json.ts'
import { unreadable } from '../../labels/kit/reading.ts'
import { withBeside } from '../../labels/kit/said/said.ts'
import { defineImporter, eachFile, type Findings } from '../define.ts'
import { readJson } from '../kit/json/document.ts'
import { pauses } from '../kit/pauses.ts'
import { readableOf } from '../kit/readable.ts'

const POLYGONS = /_gt(?:Fine|Coarse)_polygons\.json$/
/** The same as masks, in the numbers and the colours of classes. */
const MASKS = /_gt(?:Fine|Coarse)_(?:labelIds|labelTrainIds|instanceIds|color)\.png$/

/** Cityscapes: outlines in `gtFine/<split>/<city>` for the images in `leftImg8bit/<split>/<city>`. */
export const cityscapes = defineImporter({
  id: 'cityscapes',
  title: 'Cityscapes',
  async recognise({ files }) {
    const own = files.filter(({ path }) => POLYGONS.test(path))
    return own.length > 0 ? [...own, ...files.filter(({ path }) => MASKS.test(path) && isPicturePath(path))] : []
  },
  async *read(labels, dataset) {
    const pause = pauses()
    const polygons = labels.filter(({ path }) => POLYGONS.test(path))
    yield* eachFile(polygons, async function* (file): Findings {
      yield* readFile(file, dataset)
      await pause()
    })
  },
})

const Document = z.object({ objects: z.array(z.unknown()) })
const CityObject = z.object({
  label: z.string(),
  polygon: z.array(z.tuple([FileNumber, FileNumber])),
  deleted: z.unknown().optional(),
})

async function* readFile(file: DatasetFile, dataset: DatasetFiles): Findings {
  const { path } = file
  const json = await readJson(dataset, file)
  if (!json.ok) return yield json.error
  const document = readShape(Document, json.value)
  if (!document.ok) return yield { path, reason: `The file is not understood: ${document.error.message}.` }
  const read = document.value.objects.map((value, index) => readObject(value, `object ${index + 1}`))
  const { values, problems } = readableOf(read, { path })
  yield* problems
  const stem = path.replace(POLYGONS, '').replace(/(?<=^|\/)gt(?:Fine|Coarse)(?=\/)/, 'leftImg8bit')
  const objects = values.flatMap((object) => object ?? [])
  yield { name: `${stem}_leftImg8bit`, source: { path }, isPartial: problems.length > 0, objects: () => ok(objects) }
}

/** Parts of the image that belong to no class, and groups whose objects nobody told apart. */
const IGNORED = /^(?:unlabeled|out of roi|ego vehicle|rectification border)$/
const GROUP = /^(?<name>.+)group$/

/** Undefined for one that was deleted. */
function readObject(value: unknown, place: string): Result<ReadAnnotation | undefined, Refusal> {
  const object = readShape(CityObject, value)
  if (!object.ok) return unreadable(`${place} is not understood: ${object.error.message}`)
  const { label, polygon, deleted } = object.value
  if (deleted === 1 || deleted === true) return ok(undefined)
  const group = GROUP.exec(label)?.groups?.['name']
  const outline = polygonOf({ className: group ?? label, place }, [polygon.flat()])
  return withBeside(outline, { isCrowd: group !== undefined || IGNORED.test(label) })
}
