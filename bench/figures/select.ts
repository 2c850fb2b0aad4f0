import type { ImageId, ProjectSlug } from '#common/ids'
import type { BenchStation, Ground } from '../kit/ground.ts'
import { bringIn, newProject } from '../kit/project.ts'
import { timeOf } from '../kit/rounds.ts'
import { plainRow, type Row, timeRow } from '../table.ts'

const LIMIT_MS = 300
const PREVIEW_LIMIT_MS = 120
const IMAGES = 8
/** As fractions of the image's sides, around its middle. */
const CLICKS = [
  [0.5, 0.5],
  [0.38, 0.42],
  [0.62, 0.4],
  [0.42, 0.62],
  [0.6, 0.6],
  [0.5, 0.34],
  [0.3, 0.5],
  [0.7, 0.52],
] as const

/** Measures from a click to its polygon on 12-megapixel photographs. */
export async function select(ground: Ground): Promise<Row[]> {
  const { large } = await ground.photographs()
  const station = await ground.start(await ground.folderFor('select'))
  const project = await newProject(station, 'Select')
  // Every fifth image is another photograph.
  const images = await bringIn(
    station,
    project,
    large.filter((_, nth) => nth % 5 === 0),
  )
  const firsts: number[] = []
  const clicks: number[] = []
  const previews: number[] = []
  let found = 0
  for (const image of images.slice(0, IMAGES)) {
    const [first, ...others] = CLICKS
    firsts.push(
      await timeOf(async () => {
        await station.studio.segment.prepare({ project, image })
        found += await click(station, { project, image, at: first })
      }),
    )
    for (const at of others) {
      clicks.push(
        await timeOf(async () => {
          found += await click(station, { project, image, at })
        }),
      )
      previews.push(await timeOf(() => click(station, { project, image, at, isPreview: true })))
    }
  }
  const peakBytes = await station.end()
  const all = firsts.length + clicks.length
  if (found === 0) throw new Error('Smart select found nothing at any click')
  const rounds = clicks.map((ours) => ({ ours, limit: LIMIT_MS }))
  const note = `${found} of ${all} clicks found something`
  return [
    timeRow({ name: 'smart select, a click at 12 MP (p50)', unit: 'ms', peakBytes, note }, rounds, { target: 1 }),
    timeRow(
      { name: 'smart select, a preview at 12 MP (p50)', unit: 'ms', peakBytes },
      previews.map((ours) => ({ ours, limit: PREVIEW_LIMIT_MS })),
      { target: 1 },
    ),
    plainRow({ name: 'smart select, first click with preparing', unit: 'ms', peakBytes }, firsts),
  ]
}

interface Click {
  readonly project: ProjectSlug
  readonly image: ImageId
  readonly at: readonly [number, number]
  readonly isPreview?: boolean
}

/** Returns the number of polygons in the answer: 1 or 0. */
async function click({ studio }: BenchStation, { project, image, at, isPreview = false }: Click): Promise<number> {
  const [x, y] = at
  const points = [{ x: Math.round(4000 * x), y: Math.round(3000 * y), positive: true }]
  const { candidates } = await studio.segment.predict({ project, image, points, isPreview })
  return candidates.length > 0 ? 1 : 0
}
