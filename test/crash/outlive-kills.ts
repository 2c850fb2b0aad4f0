import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { Shape } from '#common/annotation/shape'
import type { ProjectSlug } from '#common/ids'
import { removeFolder } from '../kit/remove-folder.ts'
import { photo, type StationProcess, type StudioClient, startStation } from '../kit/station-process.ts'
import { untilIdle } from '../kit/tasks.ts'
import { newWitness, type Witness, type World } from './activities.ts'
import { brokenInvariants } from './invariants.ts'
import { killDuring, seededChance } from './killing.ts'

/** Kills for each activity; five activities make 50. */
const KILLS = 10

/** A kill falls anywhere in `longestMs` after the activity began; a busy machine needs long ones to finish an export at all. */
export interface Killed {
  readonly name: string
  readonly act: (world: World) => Promise<void>
  readonly longestMs: number
}

export interface Outlived {
  /** Half-done work, and work that somebody had seen as done and was lost, after the first kill that did such harm. */
  readonly harm: readonly string[]
  /** How much somebody saw as done, all kills together. */
  readonly seen: number
}

/** Kills the station again and again while something is done. */
export async function outliveKills({ name, act, longestMs }: Killed): Promise<Outlived> {
  const library = await mkdtemp(join(tmpdir(), 'tessera-crash-'))
  const chance = seededChance(name)
  const witness = newWitness()
  let station = await startStation(library, ['--only', 'studio'])
  try {
    const project = await prepare(station)
    for (let kill = 1; kill <= KILLS; kill += 1) {
      // A moment at random may always come too early on a busy machine: the last kill waits for something to lose.
      const once = () => kill < KILLS || witnessed(witness) > 0
      await killDuring(act({ station, project, witness, chance }), station, { afterMs: chance() * longestMs, once })
      station = await startStation(library, ['--only', 'studio'])
      await untilIdle(station.studio)

      const harm = [...brokenInvariants(library), ...(await missing(station, project, witness))]
      if (harm.length > 0) return { harm: harm.map((each) => `after kill ${kill}: ${each}`), seen: witnessed(witness) }
    }
    return { harm: [], seen: witnessed(witness) }
  } finally {
    await station.kill()
    await removeFolder(library)
  }
}

/** A project with a class and a few labeled photographs. */
async function prepare(station: StationProcess): Promise<ProjectSlug> {
  const { studio } = station
  const { slug: project } = await studio.projects.create({ name: 'Crash', type: 'object-detection' })
  const { id: classId } = await studio.projects.classes.create({ project, name: 'thing' })
  const names = [
    'astronaut.jpg',
    'brick.jpg',
    'camera.jpg',
    'chelsea.jpg',
    'clock.jpg',
    'coffee.jpg',
    'coins.png',
    'rocket.jpg',
  ]
  const { taskId } = await studio.imports.start({ project, batchName: 'First', expected: names.length })
  for (const [index, name] of names.entries()) {
    const { image } = await station.sendFile(taskId, name, await photo(name))
    if (image === null) throw new Error(`${name} was not taken in`)
    const id = `shape${index}xxx`
    const box = { x0: 10, y0: 10, x1: 90, y1: 80 }
    const shape = Shape.parse({ id, classId, z: 0, origin: 'hand', kind: 'box', box })
    await studio.annotations.commit({
      project,
      image,
      revision: 0,
      edit: { label: 'Draw box', changes: [{ before: null, after: shape }] },
    })
  }
  await studio.imports.finish({ taskId })
  return project
}

function witnessed({ images, shapes, splits, versions, exports }: Witness): number {
  return images.size + shapes.size + splits.length + versions.size + exports.size
}

/** Work that somebody saw as done and is not there. */
async function missing({ studio }: StationProcess, project: ProjectSlug, witness: Witness): Promise<string[]> {
  const ids = new Set(await studio.images.ids({ project, filter: {}, sort: 'added' }))
  const images = [...witness.images].filter(([id]) => !ids.has(id)).map(([, name]) => `image ${name}`)
  const { splits } = await studio.projects.read({ project })
  const isAsSeen = witness.splits.length === 0 || witness.splits.some((seen) => isDeepStrictEqual(seen, splits))
  const split = isAsSeen ? [] : [`split ${JSON.stringify(witness.splits)}, it is ${JSON.stringify(splits)}`]
  const versions = new Map((await studio.versions.list({ project })).map(({ number, images }) => [number, images]))
  const gone = [...witness.versions].filter(([number, images]) => versions.get(number) !== images)
  const lost = [...(await lostShapes(studio, project, witness)), ...(await lostExports(studio, project, witness))]
  return [...images, ...split, ...gone.map(([number]) => `version ${number}`), ...lost]
}

async function lostShapes(studio: StudioClient, project: ProjectSlug, { shapes: seen }: Witness): Promise<string[]> {
  const lost: string[] = []
  for (const [image, count] of seen) {
    const { shapes } = await studio.annotations.open({ project, image })
    // The gesture in flight at the kill may have reached the disk without being answered.
    if (Math.abs(shapes.length - count) > 1) lost.push(`${count} shapes of ${image}, there are ${shapes.length}`)
    seen.set(image, shapes.length)
  }
  return lost
}

async function lostExports(studio: StudioClient, project: ProjectSlug, { exports }: Witness): Promise<string[]> {
  const lost: string[] = []
  for (const [key, sha256] of exports) {
    const [version, format] = key.split('/')
    const formats = await studio.exports.formats({ project, version: Number(version) })
    if (formats.find(({ id }) => id === format)?.made?.sha256 !== sha256) lost.push(`export ${key}`)
  }
  return lost
}
