import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ZOO } from '../../kit/inference-zoo.ts'
import { addToLibrary } from '../../kit/model-folder.ts'
import { addCupsAndBoats, openStudioPage, type StudioPage } from '../../kit/studio-page.ts'
import { yoloDetector } from '../../kit/toy-models/detector.ts'
import { describedDetector } from '../../kit/toy-models/installed.ts'
import { redAndGreen } from '../../kit/toy-models/toy-image.ts'

let opened: StudioPage
let page: Page
const faults: string[] = []

beforeAll(async () => {
  opened = await openStudioPage(['--only', 'studio,inference'])
  ;({ page } = opened)
  page.on('pageerror', (failure) => faults.push(failure.message))
  await addCupsAndBoats(opened.station)
  await page.goto(opened.station.urls.studio)
})

afterAll(async () => opened.close())

const row = (name: string) => page.getByRole('list', { name: 'What was found' }).getByRole('button', { name })
const tab = (name: string) => page.getByRole('radio', { name, exact: true })

async function chooseImage() {
  const chosen = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Choose an image' }).click()
  await (await chosen).setFiles({ name: 'toys.png', mimeType: 'image/png', buffer: await redAndGreen() })
}

test('without models the page says where to get them', async () => {
  await page.getByRole('link', { name: 'Playground' }).click()

  await page.getByRole('link', { name: 'Import or fetch a model' }).click()

  await page.getByRole('heading', { name: 'Models' }).waitFor()
  expect(page.url()).toContain('#/models')
})

test('a chosen image is analysed, and its predictions are on it and in the list', async () => {
  const { library } = await opened.station.studio.session.read()
  const bytes = yoloDetector({ side: 64, batch: 'batch' })
  await addToLibrary(library.path, describedDetector('toys/1', 64), { model: ['model.onnx', bytes] })
  await page.getByRole('link', { name: 'Playground' }).click()
  await page.getByText('Drop an image here').waitFor()

  await chooseImage()

  await row('red 80×80').waitFor()
  await row('green 100×120').waitFor()
  await page.getByRole('img', { name: 'toys.png: 2 objects drawn on it' }).waitFor()
  expect(await page.getByText('Nothing this sure').count()).toBe(0)
})

test('a higher confidence filters at once, without asking the model', async () => {
  const slider = page.getByRole('slider', { name: 'Confidence' })
  await slider.focus()
  for (let step = 0; step < 20; step += 1) await page.keyboard.press('ArrowRight')

  await row('green').waitFor({ state: 'detached' })
  expect(await row('red').count()).toBe(1)
  for (let step = 0; step < 20; step += 1) await page.keyboard.press('ArrowLeft')
  await row('green').waitFor()
})

test('a class that is switched off is neither listed nor drawn', async () => {
  await tab('Classes').click()
  await page.getByRole('list', { name: 'Classes' }).getByText('green').click()

  await page.getByRole('img', { name: 'toys.png: 1 object drawn on it' }).waitFor()
  await tab('Found').click()
  expect([await row('red').count(), await row('green').count()]).toEqual([1, 0])
  await tab('Classes').click()
  await page.getByRole('button', { name: 'All on' }).click()
  await page.getByRole('img', { name: 'toys.png: 2 objects drawn on it' }).waitFor()
})

test('the JSON is the inference server’s answer, and the code requests it', async () => {
  await tab('JSON').click()
  const json = page.getByRole('region', { name: 'the JSON' })
  await json.waitFor()
  expect(JSON.parse((await json.textContent()) ?? '')).toMatchObject({
    predictions: [
      { class: 'red', x: 80, y: 80 },
      { class: 'green', x: 230, y: 140 },
    ],
  })

  await tab('Code').click()

  const { inference } = opened.station.urls
  const curl = `curl -s -F 'file=@toys.png' '${inference}/toys/1?confidence=0.4&overlap=0.3'`
  await expect.poll(() => page.getByRole('region', { name: 'the curl call' }).textContent()).toBe(curl)
  await tab('Python').click()
  await page.getByRole('region', { name: 'the Python call' }).waitFor()
})

test('an image of a project is tried, and is kept while other pages are open', async () => {
  await tab('Found').click()
  await page.getByRole('button', { name: 'From a project' }).click()
  await page.getByRole('button', { name: 'coffee.jpg' }).click()

  await page.getByRole('img', { name: /^coffee\.jpg/ }).waitFor()
  await page.getByRole('link', { name: 'Settings' }).click()
  await page.getByRole('link', { name: 'Playground' }).click()
  await page.getByRole('img', { name: /^coffee\.jpg/ }).waitFor()
  expect(await page.getByText('Drop an image here').count()).toBe(0)
})

test('points placed by clicks or keys cut out the object under them, and are undone one by one', async () => {
  const { library } = await opened.station.studio.session.read()
  await addToLibrary(library.path, ...ZOO.sam())
  await page.getByRole('link', { name: 'Models' }).click()
  await page.getByRole('button', { name: /^sam2\/hiera_tiny/ }).click()
  await page.getByRole('button', { name: 'Try it' }).click()
  const image = page.getByRole('application', { name: /^The image, 0 points/ })

  await image.click({ position: { x: 120, y: 120 } })
  await page.getByRole('application', { name: /^The image, 1 point\./ }).waitFor()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Alt+Enter')
  await page.getByText('2 points', { exact: true }).waitFor()
  await page.keyboard.press('Backspace')

  await page.getByText('1 point', { exact: true }).waitFor()
  await page.getByRole('radiogroup', { name: 'Guess' }).or(page.getByText('Nothing distinct lies there')).waitFor()
  await page.getByRole('button', { name: 'Start again' }).click()
  expect(await page.getByText('No clicks yet').count()).toBe(1)
})

test('a file that is not an image is refused by name', async () => {
  const chosen = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Choose an image' }).click()
  await (await chosen).setFiles({ name: 'notes.png', mimeType: 'image/png', buffer: Buffer.from('no image') })

  await page.getByRole('alert').getByText('notes.png: This file is not an image').waitFor()
  expect(faults).toEqual([])
})
