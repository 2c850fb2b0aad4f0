import type { Attribute } from '#common/annotation/attribute'
import type { Shape } from '#common/annotation/shape'
import { brand } from '#common/border'
import { type AttributeId, type ClassId, type ImageId, type ProjectSlug, ShapeId } from '#common/ids'
import { photo, type StationProcess } from '../kit/station-process.ts'
import { addImages } from '../kit/studio-page.ts'

/** A project whose files somebody has been through. */
export interface Reviewed {
  readonly project: ProjectSlug
  readonly approved: ImageId
  readonly rejected: ImageId
  /** With two comments at places, one of them answered. */
  readonly discussed: ImageId
  /** Three shapes: one locked, one that says all that it is asked, and one that does not. */
  readonly asked: ImageId
}

const PHOTOS = ['astronaut.jpg', 'chelsea.jpg', 'coffee.jpg', 'rocket.jpg']

const id = (letters: string) => brand<AttributeId>(letters.padEnd(12, '0'))
const FILLED: Attribute = { id: id('filled'), name: 'Filled', kind: 'yes-no', isRequired: false }
const MADE_OF: Attribute = {
  id: id('madeOf'),
  name: 'Made of',
  kind: 'choice',
  isRequired: true,
  choices: ['porcelain', 'glass', 'steel'].map((name) => ({ id: id(name), name })),
}

export async function addReviewed(station: StationProcess): Promise<Reviewed> {
  const { projects, classes, images } = station.studio
  const { slug: project } = await projects.create({ name: 'Garden', type: 'object-detection' })
  const files = await Promise.all(PHOTOS.map(async (name) => ({ name, bytes: await photo(name) })))
  await addImages(station, { project, batch: 'Monday' }, files)
  const [thing, other] = await Promise.all(['cup', 'cat'].map((name) => projects.classes.create({ project, name })))
  const [rejected, approved, asked, discussed] = await images.ids({ project, filter: {}, sort: 'name' })
  if (!thing || !other || !approved || !rejected || !discussed || !asked) throw new Error('The project is not whole')
  await classes.update({ project, classId: thing.id, attributes: [FILLED, MADE_OF] })
  for (const image of [approved, rejected, discussed]) await label(station, { project, image }, [shape(0, other.id)])
  await label(station, { project, image: asked }, [
    { ...shape(0, thing.id), attributes: { [FILLED.id]: true, [MADE_OF.id]: id('porcelain') } },
    { ...shape(1, thing.id), isLocked: true, attributes: { [MADE_OF.id]: id('steel') } },
    shape(2, thing.id),
  ])
  await judge(station, { project, image: approved }, 'approved', '')
  await judge(station, { project, image: rejected }, 'rejected', 'The helmet is cut off at its lower edge')
  await discuss(station, { project, image: discussed })
  return { project, approved, rejected, discussed, asked }
}

interface Image {
  readonly project: ProjectSlug
  readonly image: ImageId
}

function shape(z: number, classId: ClassId): Shape {
  const box = { x0: 60 + z * 130, y0: 60 + z * 40, x1: 170 + z * 130, y1: 220 + z * 40 }
  return { id: ShapeId.parse(`garden${z}x`), classId, z, origin: 'hand', kind: 'box', box }
}

async function label({ studio }: StationProcess, image: Image, shapes: readonly Shape[]): Promise<void> {
  const edit = { label: 'Draw boxes', changes: shapes.map((after) => ({ before: null, after })) }
  const { revision } = await studio.annotations.commit({ ...image, revision: 0, edit })
  await studio.annotations.setState({ ...image, revision, done: true, isNull: false })
}

async function judge(
  { studio }: StationProcess,
  image: Image,
  verdict: 'approved' | 'rejected',
  reason: string,
): Promise<void> {
  const { revision } = await studio.annotations.open(image)
  const given = { verdict, reason, by: 'Mira' }
  await studio.annotations.setState({
    ...image,
    revision,
    done: verdict === 'approved',
    isNull: false,
    verdict: given,
  })
}

async function discuss({ studio: { comments } }: StationProcess, image: Image): Promise<void> {
  const place = { x: 180, y: 140 }
  const [first] = await comments.add({ ...image, by: 'Mira', text: 'Is the tip part of the rocket?', place })
  if (!first) throw new Error('The comment was not taken')
  await comments.edit({ ...image, comment: first.id, by: 'Mira', text: 'Is the tip a part of the rocket?' })
  await comments.reply({ ...image, comment: first.id, by: 'Jon', text: 'Yes, down to the fins.' })
  await comments.add({ ...image, by: 'Mira', text: 'The flame is missing.', place: { x: 420, y: 300 } })
}

/** A project that says of whole files what they show, a few of them said already. */
export async function addKinds(station: StationProcess, names: readonly string[]): Promise<ProjectSlug> {
  const { studio } = station
  const { slug: project } = await studio.projects.create({ name: 'Kinds', type: 'single-label-classification' })
  const files = await Promise.all(names.map(async (name) => ({ name, bytes: await photo(name) })))
  await addImages(station, { project, batch: 'Monday' }, files)
  for (const name of ['animal', 'machine', 'texture']) await studio.projects.classes.create({ project, name })
  return project
}
