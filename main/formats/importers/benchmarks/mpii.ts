import { z } from 'zod'
import { type Refusal, refuse } from '#common/errors'
import { ok, type Result } from '#common/result'
import type { ReadAnnotation } from '#core/annotation/annotations/read-annotation'
import type { DatasetFile, DatasetFiles } from '#core/exchange/datasets/ports'
import { FileNumber, readShape } from '../../labels/kit/json.ts'
import { defineImporter, eachFile, type Findings } from '../define.ts'
import { collectedImages } from '../kit/collected.ts'
import { jsonBatches, NOT_JSON } from '../kit/json/elements.ts'
import { jsonFiles } from '../kit/json/head.ts'
import { splitInName } from '../kit/paths.ts'
import { pauses } from '../kit/pauses.ts'
import { partSkipped } from '../kit/rows-said.ts'

const ROOT = ''

const POINTS = [
  'right_ankle',
  'right_knee',
  'right_hip',
  'left_hip',
  'left_knee',
  'left_ankle',
  'pelvis',
  'thorax',
  'upper_neck',
  'head_top',
  'right_wrist',
  'right_elbow',
  'right_shoulder',
  'left_shoulder',
  'left_elbow',
  'left_wrist',
]
const EDGES: readonly (readonly [number, number])[] = [
  ...([
    [0, 1],
    [1, 2],
    [2, 6],
    [3, 6],
    [3, 4],
    [4, 5],
    [6, 7],
    [7, 8],
    [8, 9],
  ] as const),
  ...([
    [10, 11],
    [11, 12],
    [12, 7],
    [13, 7],
    [13, 14],
    [14, 15],
  ] as const),
]

/** MPII Human Pose as its public JSON: a list of people, each with sixteen joints and a size. */
export const mpii = defineImporter({
  id: 'mpii',
  title: 'MPII Human Pose',
  recognise: (dataset) =>
    jsonFiles(dataset, (keys) => ['joints_vis[]', 'joints[]', 'image'].every((key) => keys.has(`[].${key}`))),
  read: (labels, dataset) => eachFile(labels, (file) => readFile(file, dataset)),
})

const Person = z.object({
  image: z.string().min(1),
  joints: z.array(z.tuple([FileNumber, FileNumber])).length(POINTS.length),
  joints_vis: z.array(FileNumber).length(POINTS.length),
  center: z.tuple([FileNumber, FileNumber]),
  scale: FileNumber,
})
type Person = z.infer<typeof Person>

async function* readFile(file: DatasetFile, dataset: DatasetFiles): Findings {
  const { path } = file
  const images = collectedImages({ path, split: splitInName(path) })
  for await (const { first, values, lineOf } of jsonBatches(dataset, file, { keys: [ROOT], pause: pauses() })) {
    for (const [offset, value] of values.entries()) {
      const line = lineOf(offset)
      const person = value === NOT_JSON ? refuse('not-json') : readShape(Person, value)
      const said = person.ok ? readPerson(person.value) : person
      const fault = images.add(said.ok ? ok({ name: imageOf(value), objects: [said.value] }) : said, line)
      if (fault !== undefined) yield { path, line, reason: partSkipped('part-person', first + offset + 1, fault) }
    }
  }
  yield* images.all()
}

function imageOf(value: unknown): string {
  return Person.pick({ image: true }).safeParse(value).data?.image ?? ''
}

/** Pixels of a person's height at the scale 1. */
const HEIGHT = 200

function readPerson({ joints, joints_vis, center: [x, y], scale }: Person): Result<ReadAnnotation, Refusal> {
  const half = (scale * HEIGHT) / 2
  if (half <= 0) return refuse('person-without-size')
  const points = joints.map(([left, top], index) => {
    const isThere = joints_vis[index] !== 0 && left >= 0 && top >= 0
    return isThere ? { x: left, y: top, visibility: 2 as const } : { x: 0, y: 0, visibility: 0 as const }
  })
  const box = { x0: x - half, y0: y - half, x1: x + half, y1: y + half }
  return ok({ className: 'person', kind: 'keypoints', box, points, skeleton: { points: POINTS, edges: EDGES } })
}
