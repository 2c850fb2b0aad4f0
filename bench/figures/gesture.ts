import { bigImage } from '../kit/big-library.ts'
import type { Ground } from '../kit/ground.ts'
import { box } from '../kit/project.ts'
import { quantile } from '../kit/rounds.ts'
import { type Row, timeRow } from '../table.ts'

const LIMIT_MS = 20
const IMAGES = 20
const GESTURES = 25

/** Measures from the end of a gesture to its answer, when it is on disk, in a project of 100,000 images. */
export async function gesture(ground: Ground): Promise<Row[]> {
  const { folder, project, classId } = await ground.bigLibrary()
  const station = await ground.start(folder)
  const times: number[] = []
  for (let image = 0; image < IMAGES; image += 1) {
    const at = { project: project.slug, image: bigImage(image * 4999 + 1) }
    let { revision } = await station.studio.annotations.open(at)
    for (let nth = 0; nth < GESTURES; nth += 1) {
      const edit = { label: 'Draw box', changes: [{ before: null, after: box(classId, nth) }] }
      const began = performance.now()
      const written = await station.studio.annotations.commit({ ...at, revision, edit })
      times.push(performance.now() - began)
      revision = written.revision
    }
  }
  const peakBytes = await station.end()
  const rowAt = (share: number) => {
    const rounds = [{ ours: quantile(times, share), limit: LIMIT_MS }]
    return timeRow({ name: `gesture (p${share * 100})`, unit: 'ms', peakBytes }, rounds)
  }
  return [rowAt(0.5), rowAt(0.95)]
}
