import type { Shape } from '#common/annotation/shape'
import { type ClassId, type ImageId, type ProjectSlug, ShapeId } from '#common/ids'
import type { VersionSettings } from '#common/versions/settings'
import { photo, type StationProcess } from './station-process.ts'
import { addImages } from './studio-page.ts'
import { untilEnded } from './tasks.ts'

const PHOTOS = ['chelsea.jpg', 'coffee.jpg', 'coins.png', 'rocket.jpg'] as const
type Photo = (typeof PHOTOS)[number]

const SEED = '00112233445566778899aabbccddeeff'

/** A project with two versions, between which annotations, classes, splits, files and the recipe were changed. */
export interface TwoVersions {
  readonly project: ProjectSlug
  readonly images: Readonly<Record<Photo, ImageId>>
}

/**
 * Version 1 has the coffee with two boxes, the cat with one, and the coins. Version 2 has the coffee with one box moved
 * a little, one deleted and one new, the cat in another class and in valid, no coins, and the rocket; its images are
 * smaller.
 */
export async function makeTwoVersions(station: StationProcess): Promise<TwoVersions> {
  const { studio } = station
  const { slug: project } = await studio.projects.create({ name: 'Kitchen', type: 'object-detection' })
  const files = await Promise.all(PHOTOS.map(async (name) => ({ name, bytes: await photo(name) })))
  await addImages(station, { project, batch: 'Monday' }, files)
  const images = await idsOf(station, project)
  const [cup, animal, coin] = [
    (await studio.projects.classes.create({ project, name: 'cup' })).id,
    (await studio.projects.classes.create({ project, name: 'animal' })).id,
    (await studio.projects.classes.create({ project, name: 'coin' })).id,
  ]
  const draw = drawer(station, project)
  await studio.images.setSplit({ project, images: Object.values(images), split: 'train' })
  await draw(images['coffee.jpg'], [null, box('coffeeCup', cup, [120, 60, 420, 330])])
  await draw(images['coffee.jpg'], [null, box('coffeeSpoon', animal, [20, 250, 120, 380])])
  await draw(images['chelsea.jpg'], [null, box('wholeCat', cup, [60, 20, 330, 280])])
  await draw(images['coins.png'], [null, box('firstCoin', coin, [30, 30, 90, 90])])
  await freeze(station, project, { preprocessing: { 'auto-orient': true, resize: FIT_640 }, augmentation: {} })

  const pet = (await studio.projects.classes.rename({ project, classId: animal, name: 'pet' })).id
  await draw(images['coffee.jpg'], [
    box('coffeeCup', cup, [120, 60, 420, 330]),
    box('coffeeCup', cup, [140, 70, 430, 335]),
  ])
  await draw(images['coffee.jpg'], [box('coffeeSpoon', animal, [20, 250, 120, 380]), null])
  await draw(images['coffee.jpg'], [null, box('coffeeSaucer', cup, [60, 240, 520, 395])])
  await draw(images['chelsea.jpg'], [
    box('wholeCat', cup, [60, 20, 330, 280]),
    box('wholeCat', pet, [60, 20, 330, 280]),
  ])
  await studio.images.setSplit({ project, images: [images['chelsea.jpg']], split: 'valid' })
  await studio.images.trash({ project, images: [images['coins.png']] })
  await draw(images['rocket.jpg'], [null, box('bigRocket', pet, [300, 60, 380, 380])])
  const flip = { horizontal: true, vertical: false }
  await freeze(station, project, { preprocessing: { 'auto-orient': true, resize: FIT_416 }, augmentation: { flip } })
  return { project, images }
}

const FIT_640 = { width: 640, height: 640, format: 'Fit within' } as const
const FIT_416 = { width: 416, height: 416, format: 'Fit within' } as const

async function idsOf({ studio }: StationProcess, project: ProjectSlug): Promise<Record<Photo, ImageId>> {
  const { rows } = await studio.images.page({ project, filter: {}, sort: 'name', offset: 0, limit: 10 })
  const idOf = (name: Photo) => {
    const row = rows.find((each) => each.name === name)
    if (row === undefined) throw new Error(`${name} was not added`)
    return row.id
  }
  return {
    'chelsea.jpg': idOf('chelsea.jpg'),
    'coffee.jpg': idOf('coffee.jpg'),
    'coins.png': idOf('coins.png'),
    'rocket.jpg': idOf('rocket.jpg'),
  }
}

function drawer({ studio }: StationProcess, project: ProjectSlug) {
  return async (image: ImageId, [before, after]: readonly [Shape | null, Shape | null]) => {
    const { revision } = await studio.annotations.open({ project, image })
    const edit = { label: 'Draw', changes: [{ before, after }] }
    await studio.annotations.commit({ project, image, revision, edit })
  }
}

function box(id: string, classId: ClassId, [x0, y0, x1, y1]: readonly [number, number, number, number]): Shape {
  return { id: ShapeId.parse(id), classId, z: 1, origin: 'hand', kind: 'box', box: { x0, y0, x1, y1 } }
}

async function freeze({ studio }: StationProcess, project: ProjectSlug, settings: VersionSettings): Promise<void> {
  const { taskId } = await studio.versions.start({ project, name: '', settings, seed: SEED })
  await untilEnded(studio, taskId)
}
