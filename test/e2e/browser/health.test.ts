import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Attributes } from '#common/annotation/attribute'
import { AttributeId, ProjectSlug, ShapeId } from '#common/ids'
import type { StationProcess } from '../../kit/station-process.ts'
import { addCupsAndBoats, openStudioPage, type StudioPage } from '../../kit/studio-page.ts'

const project = ProjectSlug.parse('cups')
let opened: StudioPage
let station: StationProcess
let page: Page

beforeAll(async () => {
  opened = await openStudioPage()
  ;({ station, page } = opened)
  await addCupsAndBoats(station)
  await drawCup()
  await page.goto(station.urls.studio)
  await page.getByRole('link', { name: /^Cups/ }).click()
})

afterAll(async () => opened.close())

/** Draws one box in the top left corner of the first image. */
async function drawCup() {
  const { id: classId } = await station.studio.projects.classes.create({ project, name: 'cup' })
  const asked = Attributes.parse([
    { id: 'handle00', name: 'handle', isRequired: true, kind: 'yes-no' },
    { id: 'glaze000', name: 'glaze', isRequired: false, kind: 'choice', choices: [{ id: 'blue0000', name: 'blue' }] },
  ])
  await station.studio.classes.update({ project, classId, attributes: asked })
  const [image] = await station.studio.images.ids({ project, filter: {}, sort: 'name' })
  if (image === undefined) throw new Error('There is no image')
  const { revision } = await station.studio.annotations.open({ project, image })
  const id = ShapeId.parse('firstCupOfTheTest000')
  const box = { x0: 0, y0: 0, x1: 60, y1: 40 }
  const attributes = { [AttributeId.parse('glaze000')]: 'blue0000' }
  const after = { id, classId, z: 1, origin: 'hand' as const, attributes, kind: 'box' as const, box }
  const edit = { label: 'Draw a cup', changes: [{ before: null, after }] }
  await station.studio.annotations.commit({ project, image, revision, edit })
}

test('the health page counts the classes and maps the positions of their shapes', async () => {
  await page.getByRole('link', { name: 'Health' }).click()

  await page.getByText('2 images, 1 shape.').waitFor()
  await page.getByRole('link', { name: /^cup: 1 shape on 1 image;/ }).waitFor()
  const map = page.getByRole('img', { name: 'Shapes of all classes: most lie at the top left' })
  await map.waitFor()
  expect(await map.locator('rect').count()).toBe(24 * 24)
})

test('the health page reports attribute values, and missing ones', async () => {
  await page.getByRole('link', { name: 'Health' }).click()

  const attributes = page.getByRole('list', { name: 'Attributes' }).getByRole('listitem')
  await page.getByText('1 required attribute is missing on some annotations.').waitFor()
  expect((await attributes.allInnerTexts()).map((text) => text.split(/\n+/))).toEqual([
    ['handle', 'cup', 'Yes', '0', 'No', '0', '1 annotation is missing this required attribute.Show'],
    ['glaze', 'cup', 'blue', '1', 'Set on every annotation.'],
  ])
  await page.getByRole('link', { name: 'glaze of cup. Show its images' }).click()
  await page.getByText('Has cup').waitFor()
  await page.goBack()
  await page.getByRole('link', { name: 'glaze, blue: 1 annotation. Show images' }).click()
  await page.getByText('1 of 2').waitFor()
  expect(decodeURIComponent(page.url())).toContain('attribute:glaze=blue')
  await page.goBack()
  await page.getByRole('link', { name: 'Show images with annotations of cup that have no handle' }).click()
  await page.getByText('1 of 2').waitFor()
  expect(decodeURIComponent(page.url())).toContain('lacks:handle')
})

test('a class on the health page opens its images, and so does the count of images not started', async () => {
  await page.getByRole('link', { name: 'Health' }).click()
  await page.getByRole('link', { name: /^cup: 1 shape/ }).click()
  await page.getByText('Has cup').waitFor()
  await page.getByText('1 of 2').waitFor()

  await page.getByRole('link', { name: 'Health' }).click()
  await page.getByRole('link', { name: 'Show images not started' }).click()

  await page.getByText('1 of 2').waitFor()
  expect(page.url()).toContain('state=todo')
})

test('changes made meanwhile are reported, and a refresh shows them', async () => {
  await page.getByRole('link', { name: 'Health' }).click()
  await page.getByText('2 images, 1 shape.').waitFor()
  const [image] = await station.studio.images.ids({ project, filter: { states: ['todo'] }, sort: 'name' })
  if (image === undefined) throw new Error('There is no image without shapes')

  await station.studio.images.trash({ project, images: [image] })
  await page.getByText('The project has changed since.').waitFor()
  await page.getByRole('button', { name: 'Check again' }).click()

  await page.getByText('1 image, 1 shape.').waitFor()
  expect(await page.getByText('The project has changed since.').count()).toBe(0)
})

test('an empty project says what will be here', async () => {
  await page.goto(`${new URL(page.url()).origin}/#/p/boats/health`)

  await page.getByText('Nothing to check yet').waitFor()
  expect(await page.getByRole('heading', { name: 'Class balance' }).count()).toBe(0)
})
