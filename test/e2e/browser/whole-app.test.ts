import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ImageId, ProjectSlug } from '#common/ids'
import { keepLookOfFailures } from '../../kit/failure-shot.ts'
import { type StationProcess, startStation } from '../../kit/station-process.ts'
import { addCupsAndBoats, openStudioPage, type StudioPage } from '../../kit/studio-page.ts'
import { graveFaults } from '../../shots/axe.ts'

const project = ProjectSlug.parse('cups')

let opened: StudioPage
let station: StationProcess
let page: Page
let origin: string

beforeAll(async () => {
  opened = await openStudioPage()
  ;({ station, page } = opened)
  await addCupsAndBoats(station)
  await station.studio.projects.classes.create({ project, name: 'cup' })
  await page.goto(station.urls.studio)
  await page.getByRole('main').waitFor()
  origin = new URL(page.url()).origin
})

afterAll(async () => {
  await opened.close()
  await station.kill()
})

keepLookOfFailures(() => page)

async function goTo(hash: string): Promise<void> {
  await page.goto(`${origin}/${hash}`)
}

async function openAnnotate(image: ImageId): Promise<void> {
  await goTo(`#/p/cups/annotate?image=${image}`)
  await page.getByText('Saved', { exact: true }).waitFor()
}

async function imageIds(): Promise<readonly ImageId[]> {
  return station.studio.images.ids({ project, filter: {}, sort: 'name' })
}

async function boxesOf(image: ImageId) {
  const { shapes } = await station.studio.annotations.open({ project, image })
  return shapes.flatMap((shape) => (shape.kind === 'box' ? [shape.box] : []))
}

/** Returns a point of the canvas, in pixels from its middle. */
async function canvasPlace(x: number, y: number) {
  const { x: left, y: top, width, height } = (await page.getByRole('application').boundingBox()) ?? NOWHERE
  return { x: Math.round(left + width / 2) + x, y: Math.round(top + height / 2) + y }
}

const NOWHERE = { x: 0, y: 0, width: 0, height: 0 }

test('the interface grows from 80 to 200 %, and the pointer draws where it points', async () => {
  const [image = ImageId.parse('none')] = await imageIds()
  await openAnnotate(image)
  const widths: number[] = []
  for (const chord of ['Control+Alt+-', 'Control+Alt+0', 'Control+Alt+=']) {
    for (let step = 0; step < (chord === 'Control+Alt+0' ? 1 : 6); step += 1) await page.keyboard.press(chord)
    widths.push((await page.getByRole('toolbar', { name: 'Tools' }).boundingBox())?.width ?? 0)
    await page.keyboard.press('Control+0')
    await page.keyboard.press('b')
    const [from, to] = [await canvasPlace(-40, -60), await canvasPlace(20, 20)]
    await page.mouse.click(from.x, from.y)
    await page.mouse.click(to.x, to.y)
  }

  await expect.poll(async () => (await boxesOf(image)).length).toBe(3)
  const drawn = (await boxesOf(image)).map(({ x0, y0, x1, y1 }) => ({ width: x1 - x0, height: y1 - y0 }))
  expect(drawn).toEqual(Array(3).fill({ width: 60, height: 80 }))
  expect(widths).toEqual([44 * 0.8, 44, 88].map((width) => expect.closeTo(width, 0)))
})

test('at 200 % all image commands fit in two rows above the images', async () => {
  await goTo('#/p/cups/images')
  const search = await page.getByRole('combobox', { name: 'Search images' }).boundingBox()
  const add = await page.getByRole('button', { name: 'Add images' }).boundingBox()
  await page.goBack()
  await page.getByText('Saved', { exact: true }).waitFor()

  const { x, y, width, height } = add ?? NOWHERE
  expect([(y - (search?.y ?? 0)) / height, x + width]).toEqual([expect.closeTo((28 + 6) / 28, 1), 1280 - 32])
})

test('at 200 % the next step, the tabs and the tools are visible, and a row can be pressed', async () => {
  const parts = [
    page.getByRole('button', { name: 'Done, next' }),
    page.getByRole('tab', { name: 'History' }),
    page.getByRole('button', { name: 'Smart select' }),
  ]
  const boxes = await Promise.all(parts.map(async (part) => (await part.boundingBox()) ?? NOWHERE))
  expect(boxes.map(({ x, y, width, height }) => width > 0 && x + width <= 1280 && y + height <= 800)).toEqual(
    Array(3).fill(true),
  )

  const [image = ImageId.parse('none')] = await imageIds()
  const rows = page.getByRole('grid', { name: 'Objects' }).getByRole('row')
  const row = await rows.nth(1).boundingBox()
  await page.keyboard.press('v')
  await page.mouse.click((row?.x ?? 0) + 60, (row?.y ?? 0) + (row?.height ?? 0) / 2)

  expect(row?.height).toBeCloseTo(48)
  expect(await rows.nth(1).getAttribute('aria-selected')).toBe('true')
  await page.keyboard.press('Control+Alt+0')
  await page.keyboard.press('Delete')
  await expect.poll(async () => (await boxesOf(image)).length).toBe(2)
})

/** Draws a box by two clicks around the middle of the canvas, `half` pixels to each side. */
async function drawBox(half: number, middle?: { readonly x: number; readonly y: number }): Promise<void> {
  const { x, y } = middle ?? (await canvasPlace(0, 0))
  await page.mouse.click(x - half, y - half)
  await page.mouse.click(x + half, y + half)
}

test('flipping 200 times while drawing puts every shape on the image that it was drawn on', async () => {
  const [coffee = ImageId.parse('none'), coins = ImageId.parse('none')] = await imageIds()
  const before = (await boxesOf(coffee)).length
  for (const image of [coins, coffee]) {
    await openAnnotate(image)
    await page.keyboard.press('Control+0')
  }
  await page.keyboard.press('b')
  const middle = await canvasPlace(0, 0)
  for (let flip = 0; flip < 200; flip += 1) {
    await page.keyboard.press(flip % 2 === 0 ? 'd' : 'a')
    if (flip % 9 === 0) await drawBox(flip % 2 === 0 ? 30 : 20, middle)
  }
  await page.getByText('Saved', { exact: true }).waitFor()

  const widths = async (image: ImageId) => (await boxesOf(image)).map(({ x0, x1 }) => x1 - x0)
  const [onCoffee, onCoins] = [(await widths(coffee)).slice(before), await widths(coins)]
  expect(new Set(onCoffee)).toEqual(new Set([40]))
  expect(new Set(onCoins)).toEqual(new Set([60]))
})

test('the hint bar asks once which tool the user knows, and applies its keys at once', async () => {
  const question = page.getByRole('button', { name: "Which tool's shortcuts do you use?" })
  await question.click()
  await page.getByRole('radio', { name: 'CVAT' }).click()
  await page.getByRole('dialog').getByText('F', { exact: true }).waitFor()
  await page.getByRole('radio', { name: 'Tessera' }).click()
  await page.getByRole('button', { name: 'Use these keys' }).click()

  await expect.poll(() => question.count()).toBe(0)
  await page.keyboard.press('Control+Alt+p')
  await page
    .getByRole('region', { name: 'Performance' })
    .getByText(/^[\d.]+ ms$/)
    .first()
    .waitFor()
  await page.keyboard.press('Control+Alt+p')
  await expect.poll(() => page.getByRole('region', { name: 'Performance' }).count()).toBe(0)
})

const PAGES = ['#/', '#/p/cups/images', '#/p/cups/annotate', '#/p/cups/batches', '#/p/cups/versions', '#/p/cups/health']
const OWN_PAGES = ['#/models', '#/events', '#/playground', '#/settings', '#/trash']

test('no page has accessibility problems, in the dark and the light theme', async () => {
  const faults: string[] = []
  // Without this, fading colors would be measured halfway.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  for (const hash of [...PAGES, ...OWN_PAGES]) {
    await goTo(hash)
    await page.waitForLoadState('networkidle')
    for (const [theme, rules] of [['dark'], ['light', ['color-contrast']]] as const) {
      await page.evaluate((name) => document.documentElement.setAttribute('data-theme', name), theme)
      faults.push(...(await graveFaults(page, rules)).map((fault) => `${hash}, ${theme}: ${fault}`))
    }
  }

  expect(faults).toEqual([])
  const contrast = () => page.evaluate(() => document.documentElement.dataset['contrast'])
  expect(await contrast()).toBe('usual')
  await page.emulateMedia({ contrast: 'more' })
  await expect.poll(contrast).toBe('high')
})

test('annotations drawn while the core is down survive the window, and are saved when it is back', async () => {
  const [, coins = ImageId.parse('none')] = await imageIds()
  const before = (await boxesOf(coins)).length
  const { library } = await station.studio.session.read()
  const { port } = new URL(station.urls.studio)
  await openAnnotate(coins)
  await page.keyboard.press('b')
  await station.kill()
  await page.getByText(/Connection lost/).waitFor()

  await drawBox(25)
  await page.getByText('1 change is not saved yet').waitFor()
  await drawBox(35)
  await page.getByText('2 changes are not saved yet').waitFor()
  page.once('dialog', (question) => void question.accept())
  await page.goto('about:blank')
  station = await startStation(library.path, ['--only', 'studio', '--studio-port', port])
  await page.goto(station.urls.studio)

  await expect.poll(async () => (await boxesOf(coins)).length).toBe(before + 2)
})
