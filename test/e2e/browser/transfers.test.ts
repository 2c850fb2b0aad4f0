import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Shape } from '#common/annotation/shape'
import type { ProjectSlug } from '#common/ids'
import { photo, type StationProcess } from '../../kit/station-process.ts'
import { addImages, openStudioPage, type StudioPage } from '../../kit/studio-page.ts'

let opened: StudioPage
let station: StationProcess
let page: Page
let cups: ProjectSlug
let shelf: ProjectSlug

/** Three images, one of them with a box, and a project that already has one of the images. */
beforeAll(async () => {
  opened = await openStudioPage()
  ;({ station, page } = opened)
  const { projects, images, annotations } = station.studio
  ;({ slug: cups } = await projects.create({ name: 'Cups', type: 'object-detection' }))
  ;({ slug: shelf } = await projects.create({ name: 'Shelf', type: 'object-detection' }))
  const files = { 'a.jpg': 'coffee.jpg', 'b.png': 'coins.png', 'c.jpg': 'rocket.jpg' }
  const sent = await Promise.all(
    Object.entries(files).map(async ([name, file]) => ({ name, bytes: await photo(file) })),
  )
  await addImages(station, { project: cups, batch: 'Monday' }, sent)
  await addImages(station, { project: shelf, batch: 'Tuesday' }, sent.slice(2))
  const cup = await projects.classes.create({ project: cups, name: 'cup' })
  const [image] = await images.ids({ project: cups, filter: {}, sort: 'name' })
  if (image === undefined) throw new Error('No image came in')
  const box = { kind: 'box', box: { x0: 10, y0: 10, x1: 90, y1: 60 } }
  const after = Shape.parse({ id: 'firstbox', classId: cup.id, z: 0, origin: 'hand', ...box })
  const edit = { label: 'Draw box', changes: [{ before: null, after }] }
  await annotations.commit({ project: cups, image, revision: 0, edit })
  await page.goto(`${station.urls.studio}#/p/${cups}/images`)
  await page.getByRole('option', { name: 'a.jpg' }).waitFor()
})

afterAll(async () => opened.close())

async function says(text: string): Promise<void> {
  await page.getByText(text).first().waitFor()
}

/** Returns the images of a project with their numbers of annotations. */
async function contents(project: ProjectSlug): Promise<string[]> {
  const query = { project, filter: {}, sort: 'name', offset: 0, limit: 10 } as const
  return (await station.studio.images.rows(query)).rows.map(({ name, shapes }) => `${name} ${shapes}`)
}

test('images move to another project with their annotations by keyboard, and the notice undoes it', async () => {
  await page.getByRole('listbox', { name: 'Images' }).focus()
  await page.keyboard.press('Control+a')
  await says('3 of 3 selected')
  await page.keyboard.press('m')
  const dialog = page.getByRole('dialog', { name: 'Move 3 images to another project' })
  await dialog.waitFor()
  await page.keyboard.type('she')
  await page.keyboard.press('Enter')
  await dialog.getByText('1 image is in Shelf already; it stays where it is.').waitFor()
  await dialog.getByText('1 class is created: cup.').waitFor()
  await dialog.getByRole('button', { name: 'Move 2 images' }).focus()
  await page.keyboard.press('Enter')

  await says('2 images moved to Shelf. 1 image was already in the project.')
  await page.getByRole('option', { name: 'a.jpg' }).waitFor({ state: 'detached' })
  expect([await contents(cups), await contents(shelf)]).toEqual([['c.jpg 0'], ['a.jpg 1', 'b.png 0', 'c.jpg 0']])

  await page.getByRole('button', { name: 'Undo' }).first().click()
  await says('2 images are back; their copies are in the trash of Shelf.')
  await page.getByRole('option', { name: 'a.jpg' }).waitFor()
  expect([await contents(cups), await contents(shelf)]).toEqual([['a.jpg 1', 'b.png 0', 'c.jpg 0'], ['c.jpg 0']])
})

test('a copy keeps the originals and links to the target', async () => {
  await page.getByRole('option', { name: 'a.jpg' }).click({ modifiers: ['Control'] })
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Copy to another project…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Copy 1 image to another project' })
  await dialog.getByRole('option', { name: 'Shelf' }).click()
  await dialog.getByText('All annotations fit as they are.').waitFor()
  await dialog.getByRole('button', { name: 'Copy 1 image' }).click()
  await says('1 image copied to Shelf.')
  expect(await contents(cups)).toEqual(['a.jpg 1', 'b.png 0', 'c.jpg 0'])

  await page.getByRole('button', { name: 'Tasks' }).click()
  await page.getByRole('link', { name: 'Open' }).first().click()

  await page.getByRole('option', { name: 'a.jpg' }).waitFor()
  expect(page.url()).toContain(`/p/${shelf}/images`)
})
