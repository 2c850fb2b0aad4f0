import { join } from 'node:path'
import sharp from 'sharp'
import { MaskShape } from '#common/annotation/shape'
import { maskOfRings } from '#common/geometry/mask-forms'
import type { ClassId, ImageId, ProjectSlug } from '#common/ids'
import type { BenchStation } from '../ground.ts'
import { bringIn } from '../project.ts'

export const MASKS = 200
const SIZE = { width: 4000, height: 3000 }

export interface MaskedImage {
  readonly project: ProjectSlug
  /** Has a single mask; the next image in the queue has 200 masks of a megapixel each. */
  readonly image: ImageId
}

/**
 * Makes two 12-megapixel images, the second with 200 masks of about a megapixel each, some twenty of them at every
 * point.
 */
export async function makeMaskedImage(station: BenchStation, folder: string): Promise<MaskedImage> {
  const files = await Promise.all(['bare', 'masked'].map((name) => greyImage(join(folder, `${name}.jpg`))))
  const { studio } = station
  const { slug: project } = await studio.projects.create({ name: 'Masks', type: 'instance-segmentation' })
  const names = ['cell', 'leaf', 'seed', 'stone', 'shell', 'grain']
  const classes = await Promise.all(names.map((name) => studio.projects.classes.create({ project, name })))
  await bringIn(station, project, files)
  const [bare, masked] = await studio.images.ids({ project, filter: {}, sort: 'added' })
  if (bare === undefined || masked === undefined) throw new Error('The images were not added')
  const [first] = classes
  if (first === undefined) throw new Error('A class is missing')
  const alone = { label: 'Draw mask', changes: [{ before: null, after: wavyMask(MASKS, first.id) }] }
  await studio.annotations.commit({ project, image: bare, revision: 0, edit: alone })
  for (let from = 0, revision = 0; from < MASKS; from += 50) {
    const changes = Array.from({ length: 50 }, (_, i) => {
      const { id } = classes[(from + i) % classes.length] ?? {}
      if (id === undefined) throw new Error('A class is missing')
      return { before: null, after: wavyMask(from + i, id) }
    })
    const edit = { label: 'Draw masks', changes }
    revision = (await studio.annotations.commit({ project, image: masked, revision, edit })).revision
  }
  return { project, image: bare }
}

async function greyImage(file: string): Promise<string> {
  const background = file.includes('bare') ? '#70757A' : '#757A70'
  await sharp({ create: { ...SIZE, channels: 3, background } })
    .jpeg()
    .toFile(file)
  return file
}

/** Returns a disc with coarse and fine waves along its border; no two are alike. */
function wavyMask(nth: number, classId: ClassId): MaskShape {
  const [x, y] = [620 + ((nth * 137) % 2760), 620 + ((nth * 91) % 1760)]
  const ring = Array.from({ length: 400 }, (_, i) => {
    const turn = (i / 400) * 2 * Math.PI
    const radius = 550 + 60 * Math.sin(turn * (3 + (nth % 4)) + nth) + 10 * Math.sin(turn * (40 + (nth % 7)))
    return [x + radius * Math.cos(turn), y + radius * Math.sin(turn)]
  })
  const id = `wavyMask${String(nth).padStart(6, '0')}`
  return MaskShape.parse({ id, classId, z: nth, origin: 'hand', kind: 'mask', tiles: maskOfRings([ring.flat()], SIZE) })
}
