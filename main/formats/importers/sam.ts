import { z } from 'zod'
import { refuse } from '#common/errors'
import { message } from '#common/messages/message'
import type { DatasetFile, DatasetFiles } from '#core/exchange/datasets/ports'
import { CocoAnnotation, readCocoObject } from '../labels/json/coco-objects.ts'
import { readShape } from '../labels/kit/json.ts'
import { filePlace } from '../labels/kit/places.ts'
import { readEvery } from '../labels/kit/reading.ts'
import { defineImporter, eachFile, type Findings } from './define.ts'
import { declaredSize } from './kit/declared-size.ts'
import { readJson } from './kit/json/document.ts'
import { jsonFiles } from './kit/json/head.ts'
import { pauses } from './kit/pauses.ts'
import { readableOf } from './kit/readable.ts'

/** The files of SA-1B: beside each image a JSON file with its masks, which mostly have no classes. */
export const sam = defineImporter({
  id: 'sam',
  title: 'Segment Anything',
  recognise: (dataset) => jsonFiles(dataset, (keys) => keys.has('image.file_name') && keys.has('annotations[]')),
  async *read(labels, dataset) {
    const pause = pauses()
    yield* eachFile(labels, async function* (file): Findings {
      yield* readFile(file, dataset)
      await pause()
    })
  },
})

const Image = z.object({
  file_name: z.string().min(1),
  width: z.unknown().optional(),
  height: z.unknown().optional(),
})
const Document = z.object({ image: Image, annotations: z.array(z.unknown()) })

const Mask = CocoAnnotation.omit({ image_id: true, category_id: true }).extend({
  label: z.string().nullish().catch(undefined),
})

async function* readFile(file: DatasetFile, dataset: DatasetFiles): Findings {
  const { path } = file
  const json = await readJson(dataset, file)
  if (!json.ok) return yield json.error
  const document = readShape(Document, json.value)
  if (!document.ok) return yield { path, reason: message('file-not-readable', {}, document.error) }
  const { image, annotations } = document.value
  const read = annotations.map((value, index) => {
    const mask = readShape(Mask, value)
    const place = filePlace('mask', index + 1)
    return mask.ok ? { ...mask, value: { ...mask.value, place } } : refuse('part-unreadable', { place }, mask.error)
  })
  const { values, problems } = readableOf(read, { path })
  yield* problems
  yield {
    name: image.file_name,
    source: { path },
    isPartial: problems.length > 0,
    ...declaredSize(image.width, image.height),
    // A mask is drawn when the size of its image is known.
    objects: (image) =>
      readEvery(values, ({ label, place, ...mask }) => {
        const category = { id: 0, name: label ?? '' }
        return readCocoObject({ annotation: { ...mask, ...NUMBERS }, category, place }, image)
      }),
  }
}

/** COCO numbers images and categories. */
const NUMBERS = { image_id: 0, category_id: 0 }
