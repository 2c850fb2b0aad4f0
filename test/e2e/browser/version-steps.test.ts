import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { Shape } from '#common/annotation/shape'
import type { ImageId, ProjectSlug } from '#common/ids'
import type { Preprocessing } from '#common/versions/preprocessing'
import { photo } from '../../kit/station-process.ts'
import { addImages, openStudioPage, type StudioPage } from '../../kit/studio-page.ts'
import { readZip } from '../../kit/zip-file.ts'

const PHOTOS = ['coffee.jpg', 'coins.png', 'astronaut.jpg', 'chelsea.jpg'] as const
const Coco = z.object({
  images: z.array(z.object({ id: z.number(), file_name: z.string(), width: z.number(), height: z.number() })),
  categories: z.array(z.object({ id: z.number(), name: z.string() })),
  annotations: z.array(z.object({ image_id: z.number(), category_id: z.number() })),
})

/** A third as high as they are wide. */
const PANORAMAS = { mode: 'fixed_aspect', aspectRatio: 3, span: 'width', overlap: 0, padding: 'none' } as const

let studio: StudioPage
let project: ProjectSlug
const faults: string[] = []

beforeAll(async () => {
  studio = await openStudioPage()
  const { page, station } = studio
  page.on('pageerror', (failure) => faults.push(failure.message))
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text())
  })
  project = await labelledProject()
  await page.goto(station.urls.studio)
})

afterAll(async () => studio.close())

/** Saves a screenshot beside the report when a test fails. */
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail')
    await studio.page.screenshot({ path: `test-results/${task.name.slice(0, 40)}.png` })
})

/**
 * Makes a project of four photographs with two objects each. The last one is in valid, and the second one is tagged.
 */
async function labelledProject(): Promise<ProjectSlug> {
  const { station } = studio
  const { slug } = await station.studio.projects.create({ name: 'Table', type: 'object-detection' })
  const images = await Promise.all(PHOTOS.map(async (name) => ({ name, bytes: await photo(name) })))
  await addImages(station, { project: slug, batch: 'Monday' }, images)
  const classes = await Promise.all(
    ['cup', 'saucer', 'coin'].map((name) => station.studio.projects.classes.create({ project: slug, name })),
  )
  const ids = await station.studio.images.ids({ project: slug, filter: {}, sort: 'added' })
  for (const image of ids) {
    const { width, height } = await station.studio.images.read({ project: slug, image })
    const shapes = classes.map(({ id }, nth) => ({
      id: `shape${image.slice(0, 4)}${nth}`.padEnd(10, '0'),
      classId: id,
      z: nth,
      origin: 'hand',
      kind: 'box',
      box: { x0: width * 0.1 * nth, y0: height * 0.2, x1: width * (0.4 + 0.2 * nth), y1: height * 0.8 },
    }))
    const edit = { label: 'Draw', changes: shapes.map((after) => ({ before: null, after: Shape.parse(after) })) }
    await station.studio.annotations.commit({ project: slug, image, revision: 0, edit })
  }
  const [, second, , last] = ids
  await station.studio.images.setSplit({ project: slug, images: ids, split: 'train' })
  await station.studio.images.setSplit({ project: slug, images: [last ?? never()], split: 'valid' })
  await station.studio.images.edit({ project: slug, image: second ?? never(), addTags: ['museum'] })
  return slug
}

function never(): ImageId {
  throw new Error('The image is missing')
}

async function openWizard(): Promise<void> {
  const { page, station } = studio
  await page.goto(`${station.urls.studio.split('/?')[0]}/#/p/${project}/versions/new`)
  await page.getByRole('figure', { name: 'Source' }).first().waitFor()
}

async function toggle(name: string): Promise<void> {
  await studio.page.getByRole('switch', { name, exact: true }).focus()
  await studio.page.keyboard.press('Space')
}

async function goOn(): Promise<void> {
  await studio.page.keyboard.press('Control+Enter')
}

async function footSays(...words: readonly string[]): Promise<void> {
  const foot = studio.page.getByRole('region', { name: 'Contents of the version' })
  for (const each of words) await foot.getByText(each, { exact: true }).waitFor()
}

/** Returns the archive of a version as another program gets it. */
async function exported(version: number): Promise<ReadonlyMap<string, Buffer>> {
  const { station } = studio
  await station.studio.exports.start({ project, version, format: 'coco' })
  const made = async () => {
    const formats = await station.studio.exports.formats({ project, version })
    return formats.find(({ id }) => id === 'coco')?.made?.url
  }
  await expect.poll(made).toBeDefined()
  const response = await station.fetch((await made()) ?? '')
  return readZip(Buffer.from(await response.arrayBuffer()))
}

test('tiles, renamed classes, a step inside boxes and a mosaic are configured with previews', async () => {
  const { page } = studio
  await openWizard()
  await footSays('4 images', '3 / 1 / 0')
  await goOn()
  await toggle('Classes')
  await page.getByLabel('New name of cup').fill('dish')
  await page.getByLabel('New name of saucer').fill('dish')
  await page.getByRole('checkbox', { name: 'Keep coin' }).focus()
  await page.keyboard.press('Space')
  await page.getByText('3 classes of the project, 1 in the version.').waitFor()
  await toggle('Tiles')
  await page.getByLabel('Columns', { exact: true }).fill('3')
  await page.keyboard.press('Tab')
  await footSays('24 images', '18 / 6 / 0')
  expect(await page.getByRole('switch', { name: /^One image per object, not with tiles/ }).isDisabled()).toBe(true)

  await goOn()
  await toggle('Mosaic')
  await page
    .getByRole('figure', { name: /^Mosaic/ })
    .first()
    .waitFor()
  await page.getByRole('button', { name: /^Inside boxes/ }).click()
  await toggle('Box rotate')
  await page
    .getByRole('figure', { name: /boxes rotated/ })
    .first()
    .waitFor()
  await page.getByRole('radio', { name: '2×' }).click()
  await footSays('42 images', '36 / 6 / 0')
})

test('the version contains what the wizard announced, under the new names', async () => {
  const { page, station } = studio
  await goOn()
  await goOn()
  await page
    .getByRole('row', { name: /Version 1/ })
    .filter({ hasText: '42 images' })
    .waitFor()

  const [version] = await station.studio.versions.list({ project })
  expect(version?.recipe).toEqual([
    'cup → dish, saucer → dish, coin left out',
    'Auto-orient',
    'Tiles 2 rows × 3 columns',
    'Stretch to 640 × 640',
    'Mosaic',
    'Box rotate ±12°',
    'Up to 2× in training',
  ])
  const archive = await exported(1)
  const [train, valid] = ['train', 'valid'].map((split) =>
    Coco.parse(JSON.parse(String(archive.get(`${split}/_annotations.coco.json`)))),
  )
  expect(train?.images).toHaveLength(36)
  expect(valid?.images).toHaveLength(6)
  for (const coco of [train, valid]) {
    expect(coco?.categories.map(({ name }) => name)).toEqual([project, 'dish'])
    expect(coco?.annotations.every(({ category_id }) => category_id === 1)).toBe(true)
    expect(coco?.annotations.length).toBeGreaterThan(0)
  }
})

test('a second version starts with the first one’s recipe, and a tag filters its images', async () => {
  const { page } = studio
  await page.evaluate(() => localStorage.removeItem('tessera.version-settings.table'))
  await page.getByRole('button', { name: 'More of version 1' }).click()
  await page.getByRole('menuitem', { name: 'New version with this recipe' }).click()
  await page.getByRole('figure', { name: 'Source' }).first().waitFor()
  await goOn()
  expect(await page.getByRole('switch', { name: 'Tiles', exact: true }).isChecked()).toBe(true)

  await toggle('Tiles')
  await toggle('Filter by tags')
  await page.getByRole('radiogroup', { name: 'Images tagged museum' }).getByRole('radio', { name: 'Require' }).click()
  await footSays('2 images', '2 / 0 / 0')
  await page.getByRole('radiogroup', { name: 'Images tagged museum' }).getByRole('radio', { name: 'Exclude' }).click()
  await footSays('5 images', '4 / 1 / 0')
})

test.each<[string, Preprocessing, object]>([
  ['of single objects', { isolate: true, remap: { coin: '' } }, { train: 6, valid: 2, test: 0 }],
  ['of a window', { 'static-crop': { x_min: 0, x_max: 50, y_min: 0, y_max: 50 } }, { train: 3, valid: 1, test: 0 }],
  ['of tiles by proportion', { tile: PANORAMAS, 'auto-orient': true }, { train: 8, valid: 2, test: 0 }],
])('the estimate %s is what comes out', async (_, preprocessing, splits) => {
  const { station } = studio
  const settings = { preprocessing, augmentation: {} }
  const plan = await station.studio.versions.plan({ project, settings })

  const { version } = await station.studio.versions.start({ project, name: '', settings, seed: 'ab'.repeat(16) })

  const read = () => station.studio.versions.read({ project, version })
  await expect.poll(async () => (await read()).state).toBe('ready')
  expect(plan.splits).toEqual(splits)
  expect((await read()).splits).toEqual(splits)
})

test('no page reported an error', () => {
  expect(faults).toEqual([])
})

test('a press on the name of a step turns it on', async () => {
  await openWizard()
  const { page } = studio
  await page
    .getByRole('navigation', { name: 'Steps' })
    .getByRole('button', { name: /Augment/ })
    .click()
  const isOn = () => page.getByRole('switch', { name: 'Hue', exact: true }).isChecked()
  expect(await isOn()).toBe(false)

  await page.getByText('Hue', { exact: true }).click()

  await expect.poll(isOn).toBe(true)
  await page.getByRole('button', { name: /^Hue/ }).click()
  expect(await isOn()).toBe(true)
  await toggle('Hue')
})
