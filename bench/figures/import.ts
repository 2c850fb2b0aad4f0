import { mkdir, rm, stat } from 'node:fs/promises'
import { copyBare } from '../kit/bare-copy.ts'
import { type Ground, settleDisk } from '../kit/ground.ts'
import { inLanes } from '../kit/lanes.ts'
import { mark } from '../kit/photographs.ts'
import { bringIn, newProject, PAGE_LANES } from '../kit/project.ts'
import { alternate, rateOf } from '../kit/rounds.ts'
import { type Row, rateRow } from '../table.ts'

const ROUNDS = 4

/** Measures photographs sent over HTTP, against reading, hashing and copying the same bytes with one thumbnail each. */
export async function importing(ground: Ground): Promise<Row[]> {
  const { mixed } = await ground.photographs()
  const station = await ground.start(await ground.folderFor('import'))
  const bare = await ground.folderFor('import-limit')
  const first = mixed.slice(0, 20)

  async function ours(paths: readonly string[], round: number) {
    await mark(paths, round)
    const project = await newProject(station, `Import ${round}`)
    await settleDisk()
    return rateOf(paths.length, () => bringIn(station, project, paths))
  }
  async function limit(paths: readonly string[]) {
    await rm(bare, { recursive: true })
    await mkdir(bare)
    await settleDisk()
    return rateOf(paths.length, () => inLanes(PAGE_LANES, paths, (path) => copyBare(path, bare)))
  }

  await ours(first, ROUNDS)
  await limit(first)
  const rounds = await alternate(
    ROUNDS,
    (round) => ours(mixed, round),
    () => limit(mixed),
  )
  const sizes = await Promise.all(mixed.map(async (path) => (await stat(path)).size))
  const megabytes = Math.round(sizes.reduce((sum, size) => sum + size, 0) / 1e6)
  const name = `import of ${mixed.length} photographs, ${megabytes} MB`
  return [rateRow({ name, unit: 'images/s', peakBytes: await station.end() }, rounds, { target: 0.7 })]
}
