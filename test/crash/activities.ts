import sharp from 'sharp'
import type { ImageId, ProjectSlug } from '#common/ids'
import { ClassId, ShapeId } from '#common/ids'
import { photo, type StationProcess } from '../kit/station-process.ts'
import { untilEnded } from '../kit/tasks.ts'

/** Work that a user has seen as done. After a crash all of it must still be so. */
export interface Witness {
  readonly images: Map<ImageId, string>
  /** Shapes that were on the screen when the last gesture on the image was answered. */
  readonly shapes: Map<ImageId, number>
  readonly splits: { train: number; valid: number; test: number }[]
  readonly versions: Map<number, number>
  readonly exports: Map<string, string>
}

export interface World {
  readonly station: StationProcess
  readonly project: ProjectSlug
  readonly witness: Witness
  /** A number in [0, 1) that depends only on the seed of the run. */
  readonly chance: () => number
}

export function newWitness(): Witness {
  return { images: new Map(), shapes: new Map(), splits: [], versions: new Map(), exports: new Map() }
}

/** Sends images, four at a time, until the station is gone. */
export async function importImages({ station, project, witness, chance }: World): Promise<void> {
  const { taskId } = await station.studio.imports.start({ project, batchName: 'Crash', expected: 1000 })
  const names = ['astronaut.jpg', 'chelsea.jpg', 'coffee.jpg', 'coins.png', 'rocket.jpg']
  async function send() {
    for (;;) {
      const name = names[Math.floor(chance() * names.length)] ?? 'coffee.jpg'
      const bytes = await variation(await photo(name), chance)
      const { outcome, image } = await station.sendFile(taskId, name, bytes)
      if (outcome === 'added' && image) witness.images.set(image, name)
    }
  }
  await Promise.all([send(), send(), send(), send()])
}

/** Another image each time: a crop at a random place. */
async function variation(bytes: Buffer, chance: () => number): Promise<Buffer> {
  const { width, height } = await sharp(bytes).metadata()
  const [w, h] = [Math.ceil(width * (0.5 + chance() / 3)), Math.ceil(height * (0.5 + chance() / 3))]
  const [left, top] = [Math.floor(chance() * (width - w)), Math.floor(chance() * (height - h))]
  return sharp(bytes).extract({ left, top, width: w, height: h }).jpeg({ quality: 80 }).toBuffer()
}

/** Draws, takes back and repeats on random images until the station is gone. */
export async function annotateImages({ station, project, witness, chance }: World): Promise<void> {
  const classes = await station.studio.projects.classes.list({ project })
  const classId = ClassId.parse(classes[0]?.id)
  const images = await station.studio.images.ids({ project, filter: {}, sort: 'added' })
  for (;;) {
    const image = images[Math.floor(chance() * images.length)]
    if (image === undefined) throw new Error('There is no image to label')
    const opened = await station.studio.annotations.open({ project, image })
    let { revision } = opened
    let count = opened.shapes.length
    for (let gesture = 0; gesture < 5; gesture += 1) {
      const at = { project, image, revision }
      if (chance() < 0.25 && count > 0) {
        const undone = await station.studio.annotations.undo(at)
        revision = undone.revision
        count += undone.changes.reduce(
          (sum, { before, after }) => sum + Number(after !== null) - Number(before !== null),
          0,
        )
      } else {
        const x0 = chance() * 50
        const id = ShapeId.parse(`S${Math.floor(chance() * 1e15)}`.padEnd(12, '0'))
        const box = { x0, y0: 1, x1: x0 + 20, y1: 30 }
        const after = { id, classId, z: count, origin: 'hand' as const, kind: 'box' as const, box }
        const edit = { label: 'Draw box', changes: [{ before: null, after }] }
        revision = (await station.studio.annotations.commit({ ...at, edit })).revision
        count += 1
      }
      witness.shapes.set(image, count)
    }
  }
}

/** Rebalances to one split after the other until the station is gone. */
export async function rebalanceSplits({ station, project, witness, chance }: World): Promise<void> {
  for (;;) {
    const shares = {
      train: 1 + Math.floor(chance() * 9),
      valid: Math.floor(chance() * 9),
      test: Math.floor(chance() * 9),
    }
    const seed = Math.floor(chance() * 1e9)
      .toString(16)
      .padStart(32, '0')
    const request = { shares, mode: 'rebalance' as const, grouping: 'global' as const, classes: [], seed }
    const { total, after } = await station.studio.splits.preview({ project, request, page: { offset: 0, limit: 1 } })
    witness.splits.push(after)
    const { taskId } = await station.studio.splits.start({ project, request })
    const task = await untilEnded(station.studio, taskId)
    if (task.result?.['moved'] !== total)
      throw new Error(`It moved ${String(task.result?.['moved'])} instead of ${total}`)
    witness.splits.splice(0, witness.splits.length - 1)
  }
}

const SETTINGS = {
  preprocessing: { 'auto-orient': true, resize: { width: 96, height: 96, format: 'Stretch to' as const } },
  augmentation: { flip: { horizontal: true, vertical: false }, image: { versions: 2 } },
}

/** Generates versions until the station is gone. */
export async function generateVersions({ station, project, witness, chance }: World): Promise<void> {
  for (;;) {
    const seed = Math.floor(chance() * 1e9)
      .toString(16)
      .padStart(32, '0')
    const { taskId, version } = await station.studio.versions.start({ project, name: '', settings: SETTINGS, seed })
    const { result } = await untilEnded(station.studio, taskId)
    witness.versions.set(version, Number(result?.['images']))
  }
}

/** Generates a version and exports it in every format, again and again. */
export async function exportVersions(world: World): Promise<void> {
  const { station, project, witness, chance } = world
  for (;;) {
    const seed = Math.floor(chance() * 1e9)
      .toString(16)
      .padStart(32, '0')
    const started = await station.studio.versions.start({ project, name: '', settings: SETTINGS, seed })
    await untilEnded(station.studio, started.taskId)
    for (const { id: format } of await station.studio.exports.formats({ project, version: started.version })) {
      const { taskId } = await station.studio.exports.start({ project, version: started.version, format })
      const { result } = await untilEnded(station.studio, taskId)
      witness.exports.set(`${started.version}/${format}`, String(result?.['sha256']))
    }
  }
}
