import sharp from 'sharp'
import type { Attribute } from '#common/annotation/attribute'
import type { Shape } from '#common/annotation/shape'
import { brand } from '#common/border'
import type { ProjectType } from '#common/contract/projects'
import { type AttributeId, type ClassId, type ImageId, type ProjectSlug, ShapeId } from '#common/ids'
import type { StationProcess } from './station-process.ts'
import { addImages } from './studio-page.ts'

/** Size of every image. */
export const FRAME = { width: 640, height: 480 }

/** Position of the cup in every image, and a point of the table. */
export const CUP = [455, 350] as const
export const TABLE = [300, 200] as const

/** Left, top, right and bottom of a box of the first class, in image pixels. */
export type GivenBox = readonly [x0: number, y0: number, x1: number, y1: number]

/** A prediction, positioned by its center. */
export interface GivenProposal {
  readonly class: string
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  readonly confidence: number
}

export interface GivenImage {
  readonly image: string
  readonly boxes?: readonly GivenBox[]
  readonly proposals?: readonly GivenProposal[]
}

/** One class per digit key. */
const CLASSES = ['cup', 'saucer', 'spoon', 'fork', 'knife', 'plate', 'bowl', 'jug', 'glass', 'napkin']

/** The attribute of cups, and the keypoints of faces. */
const HANDLE: Attribute = { id: brand<AttributeId>('handle000000'), name: 'Handle', kind: 'yes-no', isRequired: false }
const FACE = { points: ['nose', 'left eye', 'right eye'], edges: [] }

export interface CupImage {
  readonly project: ProjectSlug
  readonly image: ImageId
}

/**
 * Makes a project of the type with ten classes and a few images of a cup; returns the address of each image. Their
 * names are in order.
 */
export async function addCups(
  station: StationProcess,
  type: ProjectType,
  images: readonly GivenImage[],
): Promise<readonly CupImage[]> {
  const { project, classId } = await makeProject(station, type)
  const files = images.map(async ({ image: name }, nth) => ({ name, bytes: await still(nth) }))
  await addImages(station, { project, batch: 'Monday' }, await Promise.all(files))
  const ids = await station.studio.images.ids({ project, filter: {}, sort: 'name' })
  const cups = ids.map((image) => ({ project, image }))
  for (const [nth, { boxes = [], proposals = [] }] of images.entries()) {
    const cup = cups[nth]
    if (cup && boxes.length > 0) await addBoxes(station, cup, { classId, boxes })
    if (cup && proposals.length > 0) await propose(station, cup, proposals)
  }
  return cups
}

async function makeProject({ studio: { projects, classes } }: StationProcess, type: ProjectType) {
  const { slug: project } = await projects.create({ name: `Cups, ${type}`, type })
  for (const name of CLASSES) await projects.classes.create({ project, name })
  const [first] = await projects.classes.list({ project })
  if (!first) throw new Error('The project has no class')
  const ref = { project, classId: first.id }
  if (type === 'keypoint-detection') await projects.classes.setSkeleton({ ...ref, skeleton: FACE })
  await classes.update({ ...ref, attributes: [HANDLE] })
  return ref
}

interface Boxes {
  readonly classId: ClassId
  readonly boxes: readonly GivenBox[]
}

async function addBoxes({ studio }: StationProcess, cup: CupImage, { classId, boxes }: Boxes): Promise<void> {
  const changes = boxes.map(([x0, y0, x1, y1], z) => {
    const id = ShapeId.parse(`given${String(z).padStart(7, '0')}`)
    const after: Shape = { id, classId, z, origin: 'import', kind: 'box', box: { x0, y0, x1, y1 } }
    return { before: null, after }
  })
  await studio.annotations.commit({ ...cup, revision: 0, edit: { label: 'Bring labels in', changes } })
}

async function propose({ urls }: StationProcess, { project, image }: CupImage, predictions: readonly GivenProposal[]) {
  const address = `/dataset/${project}/annotate/${image}?name=found.json&prediction=true&source=table-v2`
  const response = await fetch((urls.management ?? '').replace(/\/$/, '') + address, {
    method: 'POST',
    headers: { authorization: `Bearer ${urls.apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ annotationFile: JSON.stringify({ predictions }), labelmap: null }),
  })
  if (!response.ok) throw new Error(`The proposals were refused: ${await response.text()}`)
}

/** Draws a light cup with a darker mark on a plain table, with another background for each image. */
async function still(nth: number): Promise<Buffer> {
  const part = (width: number, height: number, background: string) =>
    ({ create: { width, height, channels: 3, background } }) as const
  return sharp({ create: { ...FRAME, channels: 3, background: { r: 30 + nth, g: 60, b: 90 } } })
    .composite([
      { input: part(120, 100, '#e8d8b0'), left: 400, top: 300 },
      { input: part(50, 40, '#c0a060'), left: 430, top: 330 },
    ])
    .png()
    .toBuffer()
}
