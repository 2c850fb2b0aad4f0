import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import sharp, { type Sharp } from 'sharp'
import type { VersionSettings } from '#common/versions/settings'
import { untilEnded } from '#test/kit/tasks'
import { type Ground, settleDisk } from '../kit/ground.ts'
import { inLanes } from '../kit/lanes.ts'
import { bringIn, label, newProject } from '../kit/project.ts'
import { alternate, rateOf } from '../kit/rounds.ts'
import { type Row, rateRow } from '../table.ts'

const ROUNDS = 4
/** Number used of the 40 large photographs. */
const IMAGES = 24
const SIDE = 640
const VARIANTS = 3

const SETTINGS: VersionSettings = {
  preprocessing: { 'auto-orient': true, resize: { width: SIDE, height: SIDE, format: 'Stretch to' } },
  augmentation: {
    flip: { horizontal: true, vertical: true },
    rotate: { degrees: 15 },
    brightness: { brighten: true, darken: true, percent: 20 },
    blur: { pixels: 2.5 },
    image: { versions: VARIANTS },
  },
}

/**
 * Measures a version of 12-megapixel photographs, against a bare loop over sharp that decodes each once and encodes the
 * same pixels.
 */
export async function version(ground: Ground): Promise<Row[]> {
  const photographs = await ground.photographs()
  const large = photographs.large.slice(0, IMAGES)
  const station = await ground.start(await ground.folderFor('version'))
  const project = await newProject(station, 'Version')
  await label(station, project, await bringIn(station, project, large))
  const bare = await ground.folderFor('version-limit')
  const images = large.length * VARIANTS

  async function ours(round: number) {
    const seed = (round + 1).toString(16).padStart(32, '0')
    await settleDisk()
    return rateOf(images, async () => {
      const { taskId } = await station.studio.versions.start({ project, name: '', settings: SETTINGS, seed })
      const { status, result, error } = await untilEnded(station.studio, taskId)
      if (status !== 'completed') throw new Error(`The version failed: ${error?.english ?? ''}`)
      if (result?.['images'] !== images) throw new Error('The version holds fewer images than were made')
    })
  }
  async function limit() {
    await settleDisk()
    return rateOf(images, () =>
      inLanes(availableParallelism(), [...large.entries()], ([nth, path]) => renderBare(path, nth, bare)),
    )
  }

  sharp.concurrency(1)
  sharp.cache(false)
  await ours(ROUNDS)
  await limit()
  const rounds = await alternate(ROUNDS, ours, limit)
  const named = { name: `version: ${large.length} × ${VARIANTS} at 12 MP to ${SIDE}`, unit: 'images/s' }
  return [rateRow({ ...named, peakBytes: await station.end() }, rounds, { target: 0.85 })]
}

async function renderBare(path: string, nth: number, folder: string) {
  const { data, info } = await sharp(path)
    .resize(SIDE, SIDE, { fit: 'fill', kernel: 'linear' })
    .raw()
    .toBuffer({ resolveWithObject: true })
  const { width, height, channels } = info
  for (let variant = 0; variant < VARIANTS; variant += 1) {
    const number = nth * VARIANTS + variant
    const original = sharp(data, { raw: { width, height, channels } })
    const varied = variant === 0 ? original : await vary(original, number)
    await varied.jpeg({ quality: 90 }).toFile(join(folder, `${number}.jpg`))
  }
}

/**
 * A rotation enlarges the canvas, and sharp crops before it rotates, so that this takes a second run, here as in any
 * program.
 */
async function vary(image: Sharp, number: number): Promise<Sharp> {
  const angle = ((((number * 7) % 30) - 15) * Math.PI) / 180
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  const { data, info } = await image
    .flop(number % 2 === 0)
    .flip(number % 4 < 2)
    .affine([cos, -sin, sin, cos], { interpolator: 'bilinear', background: '#000' })
    .raw()
    .toBuffer({ resolveWithObject: true })
  const { width, height, channels } = info
  const window = { left: (width - SIDE) >> 1, top: (height - SIDE) >> 1, width: SIDE, height: SIDE }
  return sharp(data, { raw: { width, height, channels } })
    .extract(window)
    .blur({ sigma: 0.3 + ((number * 13) % 22) / 10, minAmplitude: 0.02 })
    .linear(1 + (((number * 11) % 40) - 20) / 100, 0)
}
