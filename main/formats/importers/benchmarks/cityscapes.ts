import { z } from 'zod'
import { type Refusal, refuse } from '#common/errors'
import { message } from '#common/messages/message'
import { ok, type Result } from '#common/result'
import type { ReadAnnotation } from '#core/annotation/annotations/read-annotation'
import type { DatasetFile, DatasetFiles } from '#core/exchange/datasets/ports'
import { polygonOf } from '../../labels/kit/geometry.ts'
import { FileNumber, readShape } from '../../labels/kit/json.ts'
import { type FilePlace, filePlace } from '../../labels/kit/places.ts'
import { withBeside } from '../../labels/kit/said/said.ts'
import { defineImporter, eachFile, type Findings } from '../define.ts'
import { readJson } from '../kit/json/document.ts'
import { isAside } from '../kit/paths.ts'
import { pauses } from '../kit/pauses.ts'
import { readableOf } from '../kit/readable.ts'
import { bestCityMask, cityStem, isCityMask, readCityMask } from './cityscapes-masks.ts'

const POLYGONS = /_gt(?:Fine|Coarse)_polygons\.json$/

/** Cityscapes: outlines or masks in `gtFine/<split>/<city>` for the images in `leftImg8bit/<split>/<city>`. */
export const cityscapes = defineImporter({
  id: 'cityscapes',
  title: 'Cityscapes',
  recognise: async ({ files }) =>
    files.filter(({ path }) => (POLYGONS.test(path) || isCityMask(path)) && !isAside(path)),
  async *read(labels, dataset) {
    const pause = pauses()
    const byImage = Map.groupBy(labels, ({ path }) => cityStem(path))
    const chosen = [...byImage.values()].map((files) => {
      const outlines = files.find(({ path }) => POLYGONS.test(path))
      return { file: outlines ?? bestCityMask(files), unread: outlines ? [] : files }
    })
    for (const { file, unread } of chosen)
      if (!file) yield* unread.map(({ path }) => ({ path, reason: message('mask-needs-city-files') }))
    // Of two annotations of an image the fine one is wanted.
    const files = chosen.flatMap(({ file }) => file ?? []).toSorted((a, b) => Number(isCoarse(a)) - Number(isCoarse(b)))
    yield* eachFile(files, async function* (file): Findings {
      const name = imageOf(file)
      yield* POLYGONS.test(file.path) ? readFile({ file, dataset, name }) : readCityMask({ file, dataset, name, pause })
      await pause()
    })
  },
})

function isCoarse({ path }: DatasetFile): boolean {
  return path.includes('_gtCoarse_')
}

function imageOf({ path }: DatasetFile): string {
  const stem = cityStem(path).replace(/_gt(?:Fine|Coarse)$/, '')
  return `${stem.replace(/(?<=^|\/)gt(?:Fine|Coarse)(?=\/)/, 'leftImg8bit')}_leftImg8bit`
}

const Document = z.object({ objects: z.array(z.unknown()) })
const CityObject = z.object({
  label: z.string(),
  polygon: z.array(z.tuple([FileNumber, FileNumber])),
  deleted: z.unknown().optional(),
})

interface Outlines {
  readonly file: DatasetFile
  readonly dataset: DatasetFiles
  readonly name: string
}

async function* readFile({ file, dataset, name }: Outlines): Findings {
  const { path } = file
  const json = await readJson(dataset, file)
  if (!json.ok) return yield json.error
  const document = readShape(Document, json.value)
  if (!document.ok) return yield { path, reason: message('file-not-readable', {}, document.error) }
  const read = document.value.objects.map((value, index) => readObject(value, filePlace('object', index + 1)))
  const { values, problems } = readableOf(read, { path })
  yield* problems
  const objects = values.flatMap((object) => object ?? [])
  yield { name, source: { path }, isPartial: problems.length > 0, objects: () => ok(objects) }
}

/** Parts of the image that belong to no class, and groups whose objects nobody told apart. */
const IGNORED = /^(?:unlabeled|out of roi|ego vehicle|rectification border)$/
const GROUP = /^(?<name>.+)group$/

/** The object, or undefined if it was deleted. */
function readObject(value: unknown, place: FilePlace): Result<ReadAnnotation | undefined, Refusal> {
  const object = readShape(CityObject, value)
  if (!object.ok) return refuse('part-unreadable', { place }, object.error)
  const { label, polygon, deleted } = object.value
  if (deleted === 1 || deleted === true) return ok(undefined)
  const group = GROUP.exec(label)?.groups?.['name']
  const outline = polygonOf({ className: group ?? label, place }, [polygon.flat()])
  return withBeside(outline, { isCrowd: group !== undefined || IGNORED.test(label) })
}
