import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { boundsOf } from '#test/kit/placed'
import { keepLookOfFailures } from '../../kit/failure-shot.ts'
import type { StationProcess } from '../../kit/station-process.ts'
import { readCocoArchive, readYoloArchive } from './main-job/archives.ts'
import { type AtWork, atWork, project } from './main-job/at-work.ts'
import { type Kitchen, openKitchen } from './main-job/kitchen.ts'

let kitchen: Kitchen
let station: StationProcess
let page: Page
let person: AtWork

beforeAll(async () => {
  kitchen = await openKitchen()
  ;({ station, page } = kitchen)
  person = atWork(page, station)
})

afterAll(() => kitchen.close())
keepLookOfFailures(() => page)

test('a library without projects links to pages that need none', async () => {
  await page.goto(station.urls.studio)
  const links = page.getByRole('navigation', { name: 'Without a project' })

  for (const name of ['Models', 'Playground', 'Events']) {
    await links.getByRole('link', { name }).click()
    await page.getByRole('heading', { name, level: 1 }).waitFor()
    await page.goBack()
  }

  await expect.poll(() => links.isVisible()).toBe(true)
})

test('a folder of photographs becomes a project, and other files are refused by name', async () => {
  await page.goto(station.urls.studio)
  await page.getByLabel('Name of the project').fill('Kitchen table')
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: /Open a folder of images/ }).click(),
  ])
  await chooser.setFiles(kitchen.photos)
  await page.getByText('9 images added').waitFor()
  await page.getByRole('button', { name: 'Show report' }).click()

  const report = page.getByRole('dialog')
  for (const text of ['broken.jpg', 'notes.txt', 'empty.jpg', 'This file is not an image', 'The file is empty']) {
    await report.getByText(text).first().waitFor()
  }
  await report
    .getByText(/copy of coffee|coffee\.jpg/)
    .first()
    .waitFor()
  await report.getByText(/^Not imported 3/).click()
  await report.getByRole('list', { name: 'Reasons' }).getByText('This file is not an image').waitFor()
  await page.keyboard.press('Escape')
  const { images } = await station.studio.projects.read({ project })
  expect(images).toBe(9)
})

test('an image with an EXIF turn is shown upright in the grid', async () => {
  const thumb = page.getByRole('option', { name: /^turned\.jpg/ }).locator('img[src*="images"]')
  await expect
    .poll(() => thumb.evaluate((image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight]))
    .toEqual([160, 320])
})

test('Ctrl A selects every image, wherever the focus is, and no text on the page', async () => {
  await page.getByRole('heading', { name: 'Classes' }).click()
  await page.keyboard.press('Control+a')
  await page.getByText('9 selected').waitFor()
  expect(await page.evaluate(() => getSelection()?.toString())).toBe('')
  await page.keyboard.press('Escape')
  await page.getByText('9 selected').waitFor({ state: 'detached' })
})

test('boxes and polygons are drawn, edited, deleted, undone and redone, each saved at once', async () => {
  const { at } = await person.openEncoded('coffee.jpg')

  await page.keyboard.press('b')
  await person.drag(at(0.3, 0.2), at(0.7, 0.6))
  await page.getByRole('combobox', { name: 'Class' }).fill('cup')
  await page.keyboard.press('Enter')
  await person.shows(1)
  await page.keyboard.press('p')
  await person.click(at(0.2, 0.62), at(0.4, 0.64), at(0.3, 0.8))
  await page.keyboard.press('Enter')
  await person.shows(2)
  await page.keyboard.press('v')
  await page.mouse.click(...at(0.3, 0.68))
  await person.press('Shift+ArrowRight', 'Delete')
  await person.shows(1)
  await page.keyboard.press('Control+z')
  await person.shows(2)
  await page.keyboard.press('Control+Shift+z')
  await person.shows(1)
  await page.keyboard.press('Control+z')
  await person.shows(2)
  await person.saved()

  const { shapes, undo, redo } = await person.stored('coffee.jpg')
  expect(shapes.map(({ kind }) => kind).toSorted()).toEqual(['box', 'polygon'])
  expect(undo).toHaveLength(3)
  expect(redo).toHaveLength(1)
})

test('a click on an object gives its mask', async () => {
  const { at } = await person.openEncoded('coins.png')

  await page.keyboard.press('s')
  await page.mouse.click(...at(0.49, 0.42))
  const accept = page.getByRole('button', { name: /Accept/ })
  await expect.poll(() => accept.isEnabled()).toBe(true)
  await page.keyboard.press('Enter')
  await person.shows(1)
  await person.saved()

  const { shapes } = await person.stored('coins.png')
  const { x0, y0, x1, y1 } = boundsOf(shapes[0] ?? never())
  expect(shapes[0]).toMatchObject({ kind: 'polygon', origin: 'smart' })
  expect([x1 - x0, y1 - y0].every((side) => side > 10 && side < 120)).toBe(true)
})

test('D goes to the next image, a number picks the class, and a whole box is drawn with the keyboard alone', async () => {
  const [first] = await station.studio.images.ids({ project, filter: {}, sort: 'added' })
  const { name } = await station.studio.images.read({ project, image: first ?? never() })
  await person.openEncoded(name)
  await page.keyboard.press('d')
  await person.isAt(2)
  await page.keyboard.press('a')
  await person.isAt(1)

  const { canvas } = await person.openEncoded('astronaut.jpg')
  await page.keyboard.press('b')
  await canvas.focus()
  await person.press('1', 'ArrowRight', 'Enter')
  for (let step = 0; step < 8; step += 1) await page.keyboard.press('Shift+ArrowRight')
  for (let step = 0; step < 8; step += 1) await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('Enter')
  await person.shows(1)
  await person.saved()
  const { shapes } = await person.stored('astronaut.jpg')
  expect(shapes).toMatchObject([{ kind: 'box', origin: 'hand' }])
})

test('a rebalance to 70/20/10 shows its moves, runs and is undone', async () => {
  const splits = async () => (await station.studio.projects.read({ project })).splits
  async function rebalance() {
    await person.goTo('images?dialog=rebalance')
    const moves = page.getByRole('dialog').getByRole('row', { name: /Train to Valid/ })
    await moves.first().waitFor()
    await page.getByRole('button', { name: /^Move 3 images$/ }).click()
    await expect.poll(splits).toEqual({ train: 6, valid: 2, test: 1 })
  }

  await rebalance()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(splits).toEqual({ train: 9, valid: 0, test: 0 })
  await rebalance()
  await page.getByRole('button', { name: 'Undo' }).waitFor()
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
  await page.keyboard.press('Control+z')
  await expect.poll(splits).toEqual({ train: 9, valid: 0, test: 0 })
  await rebalance()
})

test('Esc closes a dialog and restores the focus before the next key', async () => {
  const opener = page.getByRole('button', { name: 'Rebalance', exact: true })
  await opener.click()
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).hover()
  // The tooltip shows the name of the button too.
  await page.getByRole('tooltip').waitFor()
  await person.pressWithoutFrame('Escape')
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
  expect(await opener.evaluate((button) => document.activeElement === button)).toBe(true)
})

test('a version is generated from a recipe with a live preview, and later edits do not change it', async () => {
  const labelled = await Promise.all(['coffee.jpg', 'coins.png', 'astronaut.jpg'].map(person.idOf))
  await station.studio.images.setSplit({ project, images: labelled, split: 'train' })
  await person.goTo('versions/new')
  await page.getByRole('figure', { name: 'Source' }).first().waitFor()
  await person.press('Control+Enter', 'Control+Enter')
  await person.toggle('Flip')
  await person.toggle('Rotate')
  await page.getByRole('figure', { name: /°/ }).first().waitFor()
  await person.press('Control+Enter', 'Control+Enter')
  await page
    .getByRole('row', { name: /Version 1/ })
    .filter({ hasText: '9 images' })
    .waitFor()

  const before = await person.exported('coco')
  const image = await person.idOf('coffee.jpg')
  const { revision } = await station.studio.annotations.open({ project, image })
  await station.studio.annotations.undo({ project, image, revision })
  const [version] = await station.studio.versions.list({ project })
  expect(version).toMatchObject({ number: 1, state: 'ready', images: 9, splits: { train: 9, valid: 0, test: 0 } })
  expect(await person.exported('coco')).toEqual(before)
})

test('the COCO archive contains every shape of the version as drawn', async () => {
  const coco = await readCocoArchive(await person.exported('coco'))

  expect(coco.categories.map(({ name }) => name)).toEqual(['kitchen-table', 'cup'])
  expect(coco.images).toHaveLength(9)
  expect(coco.images.every(({ width, height }) => width === 640 && height === 640)).toBe(true)
  expect(coco.annotations.length).toBeGreaterThanOrEqual(9)
  expect(coco.annotations.every(({ segmentation }) => segmentation.every((ring) => ring.length >= 6))).toBe(true)
  for (const { file_name } of coco.images) expect(coco.paths).toContain(`train/${file_name}`)
})

test('the YOLOv8 archive contains the same shapes as normalised polygons', async () => {
  const { data, labels, lines } = await readYoloArchive(await person.exported('yolov8'))

  expect(data).toContain("names: ['cup']")
  expect(labels).toHaveLength(9)
  for (const [id, ...numbers] of lines) {
    expect(id).toBe(0)
    expect(numbers.length).toBeGreaterThanOrEqual(6)
    expect(numbers.every((value) => value >= 0 && value <= 1)).toBe(true)
  }
})

test('after kill -9 everything shown as saved is there, and the open page reconnects', async () => {
  const before = await person.stored('astronaut.jpg')
  await person.goTo('images')
  await page.getByRole('option', { name: /^coffee\.jpg/ }).waitFor()

  await station.kill()
  await page.getByText(/Connection lost/).waitFor()
  station = await kitchen.startAgain()
  person = atWork(page, station)
  await page.getByText(/Connection lost/).waitFor({ state: 'hidden' })

  expect(await person.stored('astronaut.jpg')).toEqual(before)
  expect(await station.studio.versions.list({ project })).toMatchObject([
    { number: 1, state: 'ready', exports: ['coco', 'yolov8'] },
  ])
})

test('no page reported an error except for the cut connection', () => {
  expect(kitchen.faults.filter((text) => !/ERR_CONNECTION_REFUSED|WebSocket/.test(text))).toEqual([])
})

function never(): never {
  throw new Error('There is no shape')
}
