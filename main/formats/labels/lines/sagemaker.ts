import { z } from 'zod'
import { entryFor } from '../kit/entries.ts'
import { boxOfSize } from '../kit/geometry.ts'
import { defineJsonFormat, FileRectangle, listOf } from '../kit/json.ts'
import { readAll, readEvery, unreadable } from '../kit/reading.ts'
import { FileScore, scored } from '../kit/score.ts'

const Line = z.record(z.string(), z.unknown())

const Labels = z.object({
  annotations: z.array(FileRectangle.extend({ class_id: z.union([z.number(), z.string()]) })),
})
const Metadata = z.object({ 'class-map': z.record(z.string(), z.string()) })

const Scores = z.object({ objects: z.array(z.object({ confidence: FileScore })) })

/** SageMaker Ground Truth: a picture a line; the boxes stand under the name of the labelling job, class names beside them. */
export const sageMaker = defineJsonFormat({
  id: 'sagemaker',
  sign: listOf(z.union([z.object({ 'source-ref': z.string() }), z.object({ source: z.string() })])),
  document: z.array(Line),
  read(lines, picture) {
    const entry = entryFor(lines, picture.name, (line) => String(line['source-ref'] ?? line['source']))
    if (!entry.ok) return entry
    const fields = new Map(Object.entries(entry.value))
    const jobs = [...fields.keys()].filter((name) => hasBoxes(fields.get(name)))
    if (jobs.length === 0) return unreadable('the line of the picture holds no annotations')
    return readAll(jobs, (job) => {
      const labels = Labels.safeParse(fields.get(job))
      if (!labels.success) return unreadable(`${job}.${labels.error.issues[0]?.path.join('.')} is not a box`)
      const names = namesOf(fields.get(`${job}-metadata`))
      const scores = scoresOf(fields.get(`${job}-metadata`))
      return readEvery(labels.data.annotations, ({ class_id, left, top, width, height }, index) => {
        const className = names.get(String(class_id)) ?? String(class_id)
        const labelled = { className, place: `${job}, annotation ${index + 1}` }
        return scored(boxOfSize(labelled, { x: left, y: top, width, height }), scores[index])
      })
    })
  },
})

function hasBoxes(value: unknown): boolean {
  return z.object({ annotations: z.array(z.unknown()) }).safeParse(value).success
}

function namesOf(metadata: unknown): ReadonlyMap<string, string> {
  const known = Metadata.safeParse(metadata)
  return new Map(known.success ? Object.entries(known.data['class-map']) : [])
}

/** One for each box, in their order. */
function scoresOf(metadata: unknown): readonly (number | null | undefined)[] {
  const known = Scores.safeParse(metadata)
  return known.success ? known.data.objects.map(({ confidence }) => confidence) : []
}
