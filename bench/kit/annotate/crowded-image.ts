import { createHash } from 'node:crypto'
import { join } from 'node:path'
import sharp from 'sharp'
import { PolygonShape } from '#common/annotation/shape'
import type { ClassId, ImageId, ProjectSlug } from '#common/ids'
import type { BenchStation } from '../ground.ts'
import { bringIn } from '../project.ts'

export const POLYGONS = 10_000
export const VERTICES = 40
const SIZE = { width: 4000, height: 3000 }

export interface CrowdedImage {
  readonly project: ProjectSlug
  readonly image: ImageId
}

/** Makes a 12-megapixel image full of 10,000 polygons with 40 vertices each, in six classes. */
export async function makeCrowdedImage(station: BenchStation, folder: string): Promise<CrowdedImage> {
  const file = join(folder, 'crowd.jpg')
  await sharp({ create: { ...SIZE, channels: 3, background: '#70757A' } })
    .jpeg()
    .toFile(file)
  const { studio } = station
  const { slug: project } = await studio.projects.create({ name: 'Crowd', type: 'instance-segmentation' })
  const [image] = await bringIn(station, project, [file])
  if (image === undefined) throw new Error('The image was not added')
  const names = ['cell', 'leaf', 'seed', 'stone', 'shell', 'grain']
  const classes = await Promise.all(names.map((name) => studio.projects.classes.create({ project, name })))
  const changes = Array.from({ length: POLYGONS }, (_, nth) => {
    const { id } = classes[nth % classes.length] ?? {}
    if (id === undefined) throw new Error('A class is missing')
    return { before: null, after: crowdPolygon(nth, id) }
  })
  for (let from = 0, revision = 0; from < POLYGONS; from += 1000) {
    const edit = { label: 'Draw polygons', changes: changes.slice(from, from + 1000) }
    revision = (await studio.annotations.commit({ project, image, revision, edit })).revision
  }
  return { project, image }
}

/** Returns one of 10,000 polygons on a jittered grid of 100 × 100. The same number gives the same outline. */
export function crowdPolygon(nth: number, classId: ClassId): PolygonShape {
  const [column, row] = [nth % 100, Math.floor(nth / 100)]
  const digest = createHash('sha256').update(String(nth)).digest()
  const shift = (byte: number) => ((digest[byte] ?? 0) / 255 - 0.5) * 14
  const [x, y] = [24 + column * 39.9 + shift(0), 22 + row * 29.8 + shift(1)]
  const ring = Array.from({ length: VERTICES }, (_, i) => {
    const turn = (i / VERTICES) * 2 * Math.PI
    const radius = 11 + 3 * Math.sin(turn * (3 + (nth % 4)) + nth)
    return [x + radius * Math.cos(turn), y + radius * Math.sin(turn)].map((place) => Math.round(place * 100) / 100)
  })
  const id = `polygon${String(nth).padStart(6, '0')}`
  return PolygonShape.parse({ id, classId, z: nth, origin: 'hand', kind: 'polygon', rings: [ring.flat()] })
}
