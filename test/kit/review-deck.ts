import type { Shape } from '#common/annotation/shape'
import { brand } from '#common/border'
import type { ImageId, ProjectSlug, ShapeId } from '#common/ids'
import { photo, type StationProcess } from './station-process.ts'
import { addImages } from './studio-page.ts'

export interface Deck {
  readonly project: ProjectSlug
  /** In the order of their names. */
  readonly images: readonly ImageId[]
}

/** A box of the first class, in image pixels. */
export const BOX_ID = brand<ShapeId>('box00000')

/** Makes a project of these photographs, each with one box from (20, 20) to (120, 120) and marked as done. */
export async function openDeck(station: StationProcess, names: readonly string[]): Promise<Deck> {
  const { studio } = station
  const { slug: project } = await studio.projects.create({ name: 'Deck', type: 'object-detection' })
  const { id: classId } = await studio.projects.classes.create({ project, name: 'thing' })
  const files = await Promise.all(names.map(async (name) => ({ name, bytes: await photo(name) })))
  await addImages(station, { project, batch: 'Monday' }, files)
  const images = await studio.images.ids({ project, filter: {}, sort: 'name' })
  const after: Shape = {
    id: BOX_ID,
    classId,
    z: 0,
    origin: 'hand',
    kind: 'box',
    box: { x0: 20, y0: 20, x1: 120, y1: 120 },
  }
  for (const image of images) {
    const edit = { label: 'Draw box', changes: [{ before: null, after }] }
    const { revision } = await studio.annotations.commit({ project, image, revision: 0, edit })
    await studio.annotations.setState({ project, image, revision, done: true, isNull: false })
  }
  return { project, images }
}
