import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { ImageId, ProjectSlug } from '#common/ids'
import { boundsOf } from '#test/kit/placed'
import { openPage } from '../../kit/chromium.ts'
import { makeDroppedFolder } from '../../kit/dropped-folder.ts'
import { type StationProcess, startStation } from '../../kit/station-process.ts'
import { readZip } from '../../kit/zip-file.ts'

const project = ProjectSlug.parse('kitchen-table')
const Coco = z.object({
  images: z.array(z.object({ id: z.number(), file_name: z.string(), width: z.number(), height: z.number() })),
  categories: z.array(z.object({ id: z.number(), name: z.string() })),
  annotations: z.array(
    z.object({
      image_id: z.number(),
      category_id: z.number(),
      bbox: z.array(z.number()),
      segmentation: z.array(z.array(z.number())),
    }),
  ),
})

let folder: string
let station: StationProcess
let page: Page
let studioPort: string
const faults: string[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tessera-e2e-'))
  await makeDroppedFolder(join(folder, 'photos'))
  station = await startStation(join(folder, 'library'), ['--only', 'studio'])
  studioPort = new URL(station.urls.studio).port
  page = await openPage()
  page.on('pageerror', (failure) => faults.push(failure.message))
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text())
  })
})

afterAll(async () => {
  await page.context().close()
  await station.kill()
  await rm(folder, { recursive: true, force: true })
})

/** What the page showed when a test failed lies beside the report. */
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await page.screenshot({ path: `test-results/${task.name.slice(0, 40)}.png` })
})

async function idOf(name: string): Promise<ImageId> {
  const { rows } = await station.studio.images.page({
    project,
    filter: { text: name },
    sort: 'name',
    offset: 0,
    limit: 10,
  })
  const found = rows.find((row) => row.name === name)
  return ImageId.parse(found?.id)
}

async function openPicture(name: string): Promise<{ canvas: Locator; at: (x: number, y: number) => [number, number] }> {
  const id = await idOf(name)
  await page.goto(`${station.urls.studio.split('/?')[0]}/#/p/${project}/annotate?image=${id}`)
  const canvas = page.getByRole('application', { name: new RegExp(name) })
  await canvas.waitFor()
  await saved()
  const box = await canvas.boundingBox()
  if (box === null) throw new Error('The canvas is not shown')
  return { canvas, at: (x, y) => [box.x + box.width * x, box.y + box.height * y] }
}

async function drag(from: [number, number], to: [number, number]): Promise<void> {
  await page.mouse.move(...from)
  await page.mouse.down()
  await page.mouse.move(...to, { steps: 5 })
  await page.mouse.up()
}

/** The canvas says how many shapes the picture has; it changes when a gesture is on the document. */
async function shows(shapes: number): Promise<void> {
  await page.getByRole('application', { name: new RegExp(`, ${shapes} shapes?`) }).waitFor()
}

async function saved(): Promise<void> {
  await page
    .getByRole('status')
    .filter({ hasText: /^Saved$/ })
    .waitFor()
}

async function toggle(name: string): Promise<void> {
  await page.getByRole('switch', { name, exact: true }).focus()
  await page.keyboard.press('Space')
}

test('a library without a project leads to what needs none', async () => {
  await page.goto(station.urls.studio)
  const links = page.getByRole('navigation', { name: 'Without a project' })

  for (const name of ['Models', 'Playground', 'Events']) {
    await links.getByRole('link', { name }).click()
    await page.getByRole('heading', { name, level: 1 }).waitFor()
    await page.goBack()
  }

  expect(await links.isVisible()).toBe(true)
})

test('a folder of photographs becomes a project, and what is no photograph is refused by name', async () => {
  await page.goto(station.urls.studio)
  await page.getByLabel('Name of the project').fill('Kitchen table')
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: /Open a folder of images/ }).click(),
  ])
  await chooser.setFiles(join(folder, 'photos'))
  await page.getByText('9 pictures added').waitFor()
  await page.getByRole('button', { name: 'Show report' }).click()

  const report = page.getByRole('dialog')
  for (const text of ['broken.jpg', 'notes.txt', 'empty.jpg', 'This file is not a picture', 'The file is empty']) {
    await report.getByText(text).first().waitFor()
  }
  await report
    .getByText(/copy of coffee|coffee\.jpg/)
    .first()
    .waitFor()
  await page.keyboard.press('Escape')
  const { images } = await station.studio.projects.read({ project })
  expect(images).toBe(9)
})

test('a picture with an EXIF turn is shown upright in the grid', async () => {
  const thumb = page.getByRole('option', { name: /^turned\.jpg/ }).locator('img[src*="pictures"]')
  await expect
    .poll(() => thumb.evaluate((image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight]))
    .toEqual([160, 320])
})

test('Ctrl A selects every picture, wherever the focus is, and none of the words on the page', async () => {
  await page.getByRole('heading', { name: 'Classes' }).click()
  await page.keyboard.press('Control+a')
  await page.getByText('9 selected').waitFor()
  expect(await page.evaluate(() => getSelection()?.toString())).toBe('')
  await page.keyboard.press('Escape')
  await page.getByText('9 selected').waitFor({ state: 'detached' })
})

test('boxes and polygons are drawn, edited, deleted, undone and redone, each gesture on disk when it ends', async () => {
  const { at } = await openPicture('coffee.jpg')

  await page.keyboard.press('b')
  await drag(at(0.3, 0.2), at(0.7, 0.6))
  await page.getByRole('combobox', { name: 'Class' }).fill('cup')
  await page.keyboard.press('Enter')
  await shows(1)
  await page.keyboard.press('p')
  for (const [x, y] of [
    [0.2, 0.62],
    [0.4, 0.64],
    [0.3, 0.8],
  ] as const)
    await page.mouse.click(...at(x, y))
  await page.keyboard.press('Enter')
  await shows(2)
  await page.keyboard.press('v')
  await page.mouse.click(...at(0.3, 0.68))
  await page.keyboard.press('Shift+ArrowRight')
  await page.keyboard.press('Delete')
  await shows(1)
  await page.keyboard.press('Control+z')
  await shows(2)
  await page.keyboard.press('Control+Shift+z')
  await shows(1)
  await page.keyboard.press('Control+z')
  await shows(2)
  await saved()

  const { shapes, undo, redo } = await station.studio.annotations.open({ project, image: await idOf('coffee.jpg') })
  expect(shapes.map(({ kind }) => kind).toSorted()).toEqual(['box', 'polygon'])
  expect(undo).toHaveLength(3)
  expect(redo).toHaveLength(1)
})

test('a click on an object gives its mask', async () => {
  const { at } = await openPicture('coins.png')

  await page.keyboard.press('s')
  await page.mouse.click(...at(0.49, 0.42))
  const accept = page.getByRole('button', { name: /Accept/ })
  await expect.poll(() => accept.isEnabled()).toBe(true)
  await page.keyboard.press('Enter')
  await shows(1)
  await saved()

  const { shapes } = await station.studio.annotations.open({ project, image: await idOf('coins.png') })
  const { x0, y0, x1, y1 } = boundsOf(shapes[0] ?? never())
  expect(shapes[0]).toMatchObject({ kind: 'polygon', origin: 'smart' })
  expect([x1 - x0, y1 - y0].every((side) => side > 10 && side < 120)).toBe(true)
})

test('D goes to the next picture, a number picks the class, and a whole box is drawn with the keyboard alone', async () => {
  const [first] = await station.studio.images.ids({ project, filter: {}, sort: 'added' })
  const { name } = await station.studio.images.read({ project, image: first ?? never() })
  await openPicture(name)
  await page.keyboard.press('d')
  await page
    .getByRole('toolbar', { name: 'Picture' })
    .filter({ hasText: /2\s*of 9/ })
    .waitFor()
  await page.keyboard.press('a')
  await page
    .getByRole('toolbar', { name: 'Picture' })
    .filter({ hasText: /1\s*of 9/ })
    .waitFor()

  const { canvas } = await openPicture('astronaut.jpg')
  await page.keyboard.press('b')
  await canvas.focus()
  await page.keyboard.press('1')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  for (let step = 0; step < 8; step += 1) await page.keyboard.press('Shift+ArrowRight')
  for (let step = 0; step < 8; step += 1) await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('Enter')
  await shows(1)
  await saved()
  const { shapes } = await station.studio.annotations.open({ project, image: await idOf('astronaut.jpg') })
  expect(shapes).toMatchObject([{ kind: 'box', origin: 'hand' }])
})

test('a rebalance to 70/20/10 shows its moves, runs, and can be undone', async () => {
  const splits = async () => (await station.studio.projects.read({ project })).splits
  async function rebalance() {
    await page.goto(`${station.urls.studio.split('/?')[0]}/#/p/${project}/images?dialog=rebalance`)
    const moves = page.getByRole('dialog').getByRole('row', { name: /Train to Valid/ })
    await moves.first().waitFor()
    await page.getByRole('button', { name: /^Move 3 images$/ }).click()
    await expect.poll(splits).toEqual({ train: 6, valid: 2, test: 1 })
  }

  await rebalance()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(splits).toEqual({ train: 9, valid: 0, test: 0 })
  await rebalance()
})

test('Esc closes a dialog at once, also while the name of a button is shown', async () => {
  await page.getByRole('button', { name: 'Rebalance' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).hover()
  await page.getByRole('tooltip').waitFor()
  await page.keyboard.press('Escape')
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
})

test('a version is generated from a recipe with a live preview, and later edits do not change it', async () => {
  const labelled = await Promise.all(['coffee.jpg', 'coins.png', 'astronaut.jpg'].map(idOf))
  await station.studio.images.setSplit({ project, images: labelled, split: 'train' })
  await page.goto(`${station.urls.studio.split('/?')[0]}/#/p/${project}/versions/new`)
  await page.getByRole('figure', { name: 'Source' }).first().waitFor()
  await page.keyboard.press('Control+Enter')
  await page.keyboard.press('Control+Enter')
  await toggle('Flip')
  await toggle('Rotate')
  await page.getByRole('figure', { name: /°/ }).first().waitFor()
  await page.keyboard.press('Control+Enter')
  await page.keyboard.press('Control+Enter')
  await page
    .getByRole('row', { name: /Version 1/ })
    .filter({ hasText: '9 images' })
    .waitFor()

  const before = await exported('coco')
  const image = await idOf('coffee.jpg')
  const { revision } = await station.studio.annotations.open({ project, image })
  await station.studio.annotations.undo({ project, image, revision })
  const [version] = await station.studio.versions.list({ project })
  expect(version).toMatchObject({ number: 1, state: 'ready', images: 9, splits: { train: 9, valid: 0, test: 0 } })
  expect(await exported('coco')).toEqual(before)
})

/** Makes the archive of version 1 if it is not there, and downloads it by a link that the page shows. */
async function exported(format: 'coco' | 'yolov8'): Promise<Buffer> {
  await page.goto(`${station.urls.studio.split('/?')[0]}/#/p/${project}/versions?dialog=export&version=1`)
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('radio', { name: new RegExp(`${format}(?!-)`) }).focus()
  await page.keyboard.press('Space')
  const made = dialog.getByText(/^Download/)
  const make = dialog.getByRole('button', { name: /^Export/ })
  await made.or(make).first().waitFor()
  const isMade = !(await make.isVisible())
  if (!isMade) await make.click()
  const shown = isMade ? made : page.locator(`a[href$="/exports/${project}/1/${format}"]`).first()
  const [saving] = await Promise.all([page.waitForEvent('download'), shown.click()])
  return readFile(await saving.path())
}

test('the COCO archive holds every shape of the version, as it was drawn', async () => {
  const entries = await readZip(await exported('coco'))
  const coco = Coco.parse(JSON.parse(String(entries.get('train/_annotations.coco.json'))))

  expect(coco.categories.map(({ name }) => name)).toEqual(['kitchen-table', 'cup'])
  expect(coco.images).toHaveLength(9)
  expect(coco.images.every(({ width, height }) => width === 640 && height === 640)).toBe(true)
  expect(coco.annotations.length).toBeGreaterThanOrEqual(9)
  expect(coco.annotations.every(({ segmentation }) => segmentation.every((ring) => ring.length >= 6))).toBe(true)
  for (const { file_name } of coco.images) expect(entries.has(`train/${file_name}`)).toBe(true)
})

test('the YOLOv8 archive holds the same shapes as normalised polygons', async () => {
  const entries = await readZip(await exported('yolov8'))
  const labels = [...entries].filter(([path]) => path.startsWith('train/labels/'))
  const lines = labels.flatMap(([, text]) => String(text).trim().split('\n'))

  expect(String(entries.get('data.yaml'))).toContain("names: ['cup']")
  expect(labels).toHaveLength(9)
  for (const line of lines) {
    const [id, ...numbers] = line.split(' ').map(Number)
    expect(id).toBe(0)
    expect(numbers.length).toBeGreaterThanOrEqual(6)
    expect(numbers.every((value) => value >= 0 && value <= 1)).toBe(true)
  }
})

test('after kill -9 everything that was shown is there again, and the open page finds its way back', async () => {
  const before = await station.studio.annotations.open({ project, image: await idOf('astronaut.jpg') })
  await page.goto(`${station.urls.studio.split('/?')[0]}/#/p/${project}/images`)
  await page.getByRole('option', { name: /^coffee\.jpg/ }).waitFor()

  await station.kill()
  await page.getByText(/Connection lost/).waitFor()
  station = await startStation(join(folder, 'library'), ['--only', 'studio', '--studio-port', studioPort])
  await page.getByText(/Connection lost/).waitFor({ state: 'hidden' })

  expect(await station.studio.annotations.open({ project, image: await idOf('astronaut.jpg') })).toEqual(before)
  expect(await station.studio.versions.list({ project })).toMatchObject([
    { number: 1, state: 'ready', exports: ['coco', 'yolov8'] },
  ])
})

test('no page reported a fault but the cut connection', () => {
  expect(faults.filter((text) => !/ERR_CONNECTION_REFUSED|WebSocket/.test(text))).toEqual([])
})

function never(): never {
  throw new Error('There is no shape')
}
