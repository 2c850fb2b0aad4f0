import { z } from 'zod'
import { type Refusal, refuse } from '#common/errors'
import { ok, type Result } from '#common/result'
import type { ReadAnnotation } from '#core/annotation/annotations/read-annotation'
import { FileRecord } from '../../labels/kit/json.ts'
import { separately, shorten } from '../../labels/kit/reading.ts'
import { wholeImage } from '../../labels/kit/whole-image.ts'
import { hasSageMakerBoxes, readSageMakerBoxes, type SageMakerJob } from '../../labels/lines/sagemaker.ts'

const Metadata = z.looseObject({
  type: z.string().optional().catch(undefined),
  'class-name': z.string().optional().catch(undefined),
  'class-map': FileRecord(z.string()).optional().catch(undefined),
  'adjustment-status': z.string().optional().catch(undefined),
  'failure-reason': z.string().optional().catch(undefined),
})
type Metadata = z.infer<typeof Metadata>

/** A labeling job of a line with its metadata. */
export interface Job extends SageMakerJob {
  readonly metadata: Metadata
}

type Fields = Readonly<Record<string, unknown>>
type Part = Result<ReadAnnotation, Refusal>

const BEHIND = '-metadata'

/** The jobs that label the image; one that only checked the labels of another does not. */
export function jobsOf(line: Fields): readonly Job[] {
  return Object.keys(line).flatMap((key) => {
    const metadata = key.endsWith(BEHIND) ? Metadata.safeParse(line[key]).data : undefined
    if (metadata === undefined || metadata.type?.endsWith('/label-verification') === true) return []
    const name = key.slice(0, -BEHIND.length)
    return [{ name, value: Object.hasOwn(line, name) ? line[name] : undefined, metadata }]
  })
}

export interface ChosenJobs {
  readonly used: readonly Job[]
  /** The job whose adjusted boxes replace those of `replaced`. */
  readonly adjusted?: Job | undefined
  readonly replaced: readonly Job[]
}

/** Of several jobs with boxes the last that adjusted them; one that found nothing to adjust repeats the boxes of another. */
export function chosenOf(jobs: readonly Job[]): ChosenJobs {
  const ofBoxes = jobs.filter(isOfBoxes)
  const adjusted = ofBoxes.findLast(({ metadata }) => metadata['adjustment-status'] === 'adjusted')
  const replaced = adjusted ? ofBoxes.filter((job) => job !== adjusted) : []
  const originals = ofBoxes.filter(({ metadata }) => metadata['adjustment-status'] === undefined)
  const repeats = adjusted || originals.length === 0 ? [] : ofBoxes.filter((job) => !originals.includes(job))
  return { used: jobs.filter((job) => !replaced.includes(job) && !repeats.includes(job)), adjusted, replaced }
}

/** Whether it asked for boxes, so that an image without any is a background image. */
export function isOfBoxes(job: Job): boolean {
  return hasSageMakerBoxes(job) && (job.metadata.type === undefined || job.metadata.type.endsWith('/object-detection'))
}

/** All annotations of a job, each read or refused by itself. */
export function partsOf(job: Job): readonly Part[] {
  const { name, metadata } = job
  const parts = isOfBoxes(job) ? readSageMakerBoxes(job) : classesOf(job)
  const why = metadata['failure-reason']
  if (parts.length === 0 && why !== undefined)
    return [refuse('labeling-job-failed', { job: shorten(name), reason: shorten(why) })]
  return parts.length === 0 && name.endsWith('-ref') ? [refuse('labels-are-mask')] : parts
}

const Numbers = z.array(z.number())

/** One class by its name, or several as numbers that the metadata name. */
function classesOf({ name, value, metadata }: Job): readonly Part[] {
  const [only, names, numbers] = [metadata['class-name'], metadata['class-map'], Numbers.safeParse(value).data]
  if (only !== undefined) return separately(wholeImage([only]))
  if (names === undefined || numbers === undefined) return []
  return numbers.flatMap((number) => {
    const className = names[String(number)]
    if (className !== undefined) return separately(wholeImage([className]))
    return [refuse('class-not-in-class-map', { place: name, number })]
  })
}

/** The boxes alone, as far as they could be read. */
export function placedIn(parts: readonly Part[]): Result<readonly ReadAnnotation[], Refusal> {
  return ok(parts.flatMap((part) => (part.ok && part.value.kind !== 'whole' ? [part.value] : [])))
}
