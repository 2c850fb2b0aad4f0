import { z } from 'zod'
import { refuse } from '#common/errors'
import { message } from '#common/messages/message'
import { ok } from '#common/result'
import { isClassification } from '#core/annotation/annotations/project-types'
import { pathInAddress } from '#core/exchange/datasets/places'
import type { DatasetImporter } from '#core/exchange/datasets/ports'
import { FileRecord, readShape } from '../../labels/kit/json.ts'
import { shorten } from '../../labels/kit/reading.ts'
import { declaredSize } from '../kit/declared-size.ts'
import { type DocumentEntry, type DocumentFault, documentImporter } from '../kit/documents.ts'
import { entryOfParts } from '../kit/parts.ts'
import { type ChosenJobs, chosenOf, isOfBoxes, type Job, jobsOf, partsOf, placedIn } from './sagemaker-jobs.ts'
import { masksNamedIn } from './sagemaker-masks.ts'

const Line = z.object({ 'source-ref': z.string() })
const Fields = FileRecord(z.unknown())

const manifests = documentImporter({
  id: 'sagemaker',
  title: 'SageMaker Ground Truth',
  lineEndings: ['.manifest', '.jsonl'],
  isWanted: (keys) => keys.has('source-ref'),
  entries(document) {
    const line = readShape(Line, document)
    if (!line.ok) return line
    const fields = readShape(Fields, document)
    if (!fields.ok) return fields
    const name = pathInAddress(line.value['source-ref'])
    const chosen = chosenOf(jobsOf(fields.value))
    if (chosen.used.length === 0) return ok([])
    return ok([...notesOf(chosen), entryOf(name, chosen.used)])
  },
})

/** SageMaker Ground Truth: a line for each image, with the boxes or the class that a labeling job gave it. */
export const sageMaker: DatasetImporter = {
  ...manifests,
  async recognise(dataset) {
    const labels = await manifests.recognise(dataset)
    return [...labels, ...(await masksNamedIn(labels, dataset))]
  },
  read: (labels, dataset, type) =>
    manifests.read(
      labels.filter(({ path }) => !/\.png$/i.test(path)),
      dataset,
      type,
    ),
}

function entryOf(name: string, jobs: readonly Job[]): DocumentEntry {
  const parts = jobs.flatMap(partsOf)
  const ofBoxes = jobs.filter(isOfBoxes)
  const all = parts.length === 0 && ofBoxes.length === 0 ? [refuse('line-without-annotations')] : parts
  const entry = { ...entryOfParts(name, all), ...sizeOf(jobs) }
  if (ofBoxes.length === 0 || !all.every((part) => part.ok)) return entry
  // Where no box was found there is nothing on the image, whatever it is as a whole.
  const placed = placedIn(all)
  return { ...entry, objects: (image) => (isClassification(image.type) ? entry.objects(image) : placed) }
}

function notesOf({ adjusted, replaced }: ChosenJobs): readonly DocumentFault[] {
  return replaced.map((job) => ({
    reason: message('annotations-adjusted', { job: shorten(job.name), adjusted: shorten(adjusted?.name ?? '') }),
    isOfFile: true,
    isNote: true,
  }))
}

const Sized = z.object({ image_size: z.tuple([z.object({ width: z.unknown(), height: z.unknown() })]) })

function sizeOf(jobs: readonly Job[]): ReturnType<typeof declaredSize> {
  const [size] = jobs.flatMap(({ value }) => Sized.safeParse(value).data?.image_size ?? [])
  return declaredSize(size?.width, size?.height)
}
