import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ProjectSlug } from '#common/ids'
import { addToLibrary } from '../../kit/model-folder.ts'
import { addImages, openStudioPage, type StudioPage } from '../../kit/studio-page.ts'
import { colourClassifier } from '../../kit/toy-models/classifier.ts'
import { yoloDetector } from '../../kit/toy-models/detector.ts'
import { describedDetector } from '../../kit/toy-models/installed.ts'
import { paintedFile, redAndGreen } from '../../kit/toy-models/toy-image.ts'

const project = ProjectSlug.parse('toys')
let opened: StudioPage
let page: Page
const faults: string[] = []

beforeAll(async () => {
  opened = await openStudioPage()
  ;({ page } = opened)
  page.on('pageerror', (failure) => faults.push(failure.message))
  const { station } = opened
  await station.studio.projects.create({ name: 'Toys', type: 'object-detection' })
  const empty = await paintedFile({ width: 64, height: 48, ground: '#727272' })
  const images = [
    { name: 'a-both.png', bytes: await redAndGreen() },
    { name: 'b-none.png', bytes: empty },
  ]
  await addImages(station, { project, batch: 'Monday' }, images)
  await page.goto(station.urls.studio)
  await page.getByRole('link', { name: /^Toys/ }).click()
})

afterAll(async () => opened.close())

/** Returns annotations and predictions of an image by class. */
async function stored(name: string) {
  const { studio } = opened.station
  const { rows } = await studio.images.page({ project, filter: {}, sort: 'name', offset: 0, limit: 10 })
  const { shapes, proposals } = rows.find((row) => row.name === name) ?? {}
  return { shapes, proposals }
}

test('without a detector the dialog says so, and links to the models', async () => {
  const { library } = await opened.station.studio.session.read()
  const whole = { id: 'toys/whole', name: 'Colours', task: 'classification' as const, family: 'classifier' as const }
  await addToLibrary(library.path, whole, { model: ['model.onnx', colourClassifier()] })
  await page.getByRole('button', { name: 'Label these images with a model' }).click()

  await page.getByText('No model that locates objects is installed yet.').waitFor()
  await page.getByText('Colours (one class for the image)').waitFor()

  expect(await page.getByRole('button', { name: 'Go to Models' }).count()).toBe(1)
  await page.keyboard.press('Escape')
})

test('selected images get predictions from a model, and no annotations', async () => {
  const { library } = await opened.station.studio.session.read()
  const bytes = yoloDetector({ side: 64, batch: 'batch' })
  await addToLibrary(library.path, describedDetector('toys/1', 64), { model: ['model.onnx', bytes] })
  await page.getByRole('option', { name: /^a-both\.png/ }).waitFor()
  await page.keyboard.press('Control+a')
  await page.getByRole('toolbar', { name: 'Selected images' }).getByRole('button', { name: 'Label' }).click()
  const dialog = page.getByRole('dialog', { name: 'Label 2 images with a model' })
  await dialog.getByText('2 of its classes are new to this project (red, green)').waitFor()

  await dialog.getByRole('button', { name: 'Label 2 images' }).click()

  await page.getByText('2 suggestions on 2 images to review').waitFor()
  expect(await stored('a-both.png')).toEqual({ shapes: 0, proposals: 2 })
  expect(await stored('b-none.png')).toEqual({ shapes: 0, proposals: 0 })
})

test('the notice opens the images with predictions, where Enter accepts and Backspace rejects', async () => {
  await page.getByRole('button', { name: 'Show suggestions' }).click()
  await expect.poll(() => page.url()).toContain('proposals=true')
  await page.getByRole('button', { name: 'Select nothing' }).click()
  await page.getByRole('option', { name: 'a-both.png, 0 shapes, 2 suggestions' }).click()
  const strip = page.getByRole('group', { name: 'Suggestions' })
  await strip.getByText('2 suggestions from toys/1').waitFor()

  await page.keyboard.press('Enter')
  await page.getByRole('application', { name: /, 1 shape/ }).waitFor()
  await page.keyboard.press('Backspace')

  await expect.poll(() => stored('a-both.png')).toEqual({ shapes: 1, proposals: 0 })
  const classes = await opened.station.studio.projects.classes.list({ project })
  expect(classes).toMatchObject([{ name: 'red', shapes: 1 }])
})

test('accepted predictions are not offered again, and the task reports what it skipped', async () => {
  await page.goto(`${new URL(page.url()).origin}/#/p/toys/images`)
  await page.getByRole('button', { name: 'Label these images with a model' }).click()
  const dialog = page.getByRole('dialog', { name: 'Label 2 images with a model' })
  await dialog.getByText('One of its classes is new to this project (green)').waitFor()

  await dialog.getByRole('button', { name: 'Label 2 images' }).click()

  await expect.poll(() => stored('a-both.png')).toEqual({ shapes: 1, proposals: 1 })
  await page.getByRole('button', { name: /^Tasks/ }).click()
  await page.getByText('Label 2 images with toys/1').first().waitFor()
  await page.getByText('1 suggestion on 2 images to review').first().waitFor()
  await page.getByRole('link', { name: 'Show suggestions' }).first().click()
  await expect.poll(() => page.url()).toContain('proposals=true')
  expect(faults).toEqual([])
})
