import { z } from 'zod'
import { type Refusal, refuse } from '#common/errors'
import { message } from '#common/messages/message'
import type { Result } from '#common/result'
import type { ReadAnnotation } from '#core/annotation/annotations/read-annotation'
import { entryFor } from '../kit/entries.ts'
import { boxOfSize } from '../kit/geometry.ts'
import { defineJsonFormat, FileRecord, FileRectangle, listOf, readShape } from '../kit/json.ts'
import { readAll, readEvery } from '../kit/reading.ts'
import { FileScore, scored } from '../kit/score.ts'

const Line = FileRecord(z.unknown())

const Boxes = z.object({ annotations: z.array(z.unknown()) })
const ClassedBox = FileRectangle.extend({ class_id: z.union([z.number(), z.string()]) })
const Metadata = z.object({ 'class-map': FileRecord(z.string()) })
const Scores = z.object({ objects: z.array(z.object({ confidence: FileScore })) })

/** The answer of a labeling job about an image, under the name of the job. */
export interface SageMakerJob {
  readonly name: string
  readonly value: unknown
  readonly metadata: unknown
}

/** SageMaker Ground Truth: an image a line; the boxes stand under the name of the labeling job, class names beside them. */
export const sageMaker = defineJsonFormat({
  id: 'sagemaker',
  sign: listOf(z.union([z.object({ 'source-ref': z.string() }), z.object({ source: z.string() })])),
  document: z.array(Line),
  read(lines, image) {
    const entry = entryFor(lines, image.name, (line) => String(line['source-ref'] ?? line['source']))
    if (!entry.ok) return entry
    const jobs = Object.entries(entry.value).map(([name, value]) => ({
      name,
      value,
      metadata: entry.value[`${name}-metadata`],
    }))
    const ofBoxes = jobs.filter(hasSageMakerBoxes)
    if (ofBoxes.length === 0) return refuse('line-without-annotations')
    return readAll(ofBoxes, (job) => readEvery(readSageMakerBoxes(job), (box) => box))
  },
})

/** Whether the job asked for boxes, even if nobody drew one. */
export function hasSageMakerBoxes({ value }: SageMakerJob): boolean {
  return Boxes.safeParse(value).success
}

/** The boxes of a job, each read or refused by itself. */
export function readSageMakerBoxes({
  name,
  value,
  metadata,
}: SageMakerJob): readonly Result<ReadAnnotation, Refusal>[] {
  const [boxes, names, scores] = [Boxes.safeParse(value).data?.annotations ?? [], namesOf(metadata), scoresOf(metadata)]
  return boxes.map((each, index) => {
    const place = message('place-annotation-of', { place: name, number: index + 1 })
    const box = readShape(ClassedBox, each)
    if (!box.ok) return refuse('part-unreadable', { place }, box.error)
    const { class_id, left, top, width, height } = box.value
    // A job without a list uses class numbers as names.
    const className = names ? names.get(String(class_id)) : String(class_id)
    if (className === undefined) return refuse('class-not-in-class-map', { place, number: class_id })
    return scored(boxOfSize({ className, place }, { x: left, y: top, width, height }), scores[index])
  })
}

function namesOf(metadata: unknown): ReadonlyMap<string, string> | undefined {
  const known = Metadata.safeParse(metadata).data
  return known && new Map(Object.entries(known['class-map']))
}

/** One for each box, in their order. */
function scoresOf(metadata: unknown): readonly (number | null | undefined)[] {
  return Scores.safeParse(metadata).data?.objects.map(({ confidence }) => confidence) ?? []
}
