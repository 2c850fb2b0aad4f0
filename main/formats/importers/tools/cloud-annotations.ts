import { z } from 'zod'
import { message } from '#common/messages/message'
import type { DatasetFile, DatasetFiles, DatasetProblem, DescribedImage } from '#core/exchange/datasets/ports'
import { cloudParts } from '../../labels/json/cloud-annotations.ts'
import { readShape } from '../../labels/kit/json.ts'
import { readEvery } from '../../labels/kit/reading.ts'
import { defineImporter, eachFile, type Findings } from '../define.ts'
import { findingsOfImage } from '../kit/documents.ts'
import { jsonBatches } from '../kit/json/elements.ts'
import { jsonFiles } from '../kit/json/head.ts'
import { entryOfParts } from '../kit/parts.ts'
import { pauses } from '../kit/pauses.ts'

/** Cloud Annotations: `_annotations.json`, with the regions of each image by its name. An image without any is not labeled yet. */
export const cloudAnnotations = defineImporter({
  id: 'cloud-annotations',
  title: 'Cloud Annotations',
  recognise: (dataset) =>
    jsonFiles(dataset, (keys) => keys.has('labels[]') && [...keys].some((key) => REGION_LABEL.test(key))),
  read: (labels, dataset) => eachFile(labels, (file) => readFile(file, dataset)),
})

/** The class of a region of any image. */
const REGION_LABEL = /^annotations\..+\[\]\.label$/

async function* readFile(file: DatasetFile, dataset: DatasetFiles): Findings {
  const wanted = { keys: ['labels'], objects: ['annotations'], pause: pauses() }
  for await (const { key, names, values, lineOf } of jsonBatches(dataset, file, wanted)) {
    if (key === 'labels') yield { classNames: values.filter((value) => typeof value === 'string') }
    else
      for (const [offset, name] of names.entries()) {
        yield* readImage(name, values[offset], { path: file.path, line: lineOf(offset) })
      }
  }
}

function* readImage(
  name: string,
  value: unknown,
  where: { readonly path: string; readonly line: number },
): Generator<DescribedImage | DatasetProblem> {
  const regions = readShape(Regions, value)
  if (!regions.ok) return yield { ...where, reason: message('skipped', {}, regions.error) }
  if (regions.value.length === 0) return
  const parts = cloudParts(regions.value, ANY)
  const sound = regions.value.filter((_, index) => parts[index]?.ok)
  yield* findingsOfImage(
    {
      ...entryOfParts(name, parts),
      ...(sound.length > 0 && { objects: ({ frame }) => readEvery(cloudParts(sound, frame), (part) => part) }),
    },
    where,
  )
}

const Regions = z.array(z.unknown())

/** On an image of this size shares of the sides can be read or cannot, as on any other. */
const ANY = { width: 1, height: 1 }
