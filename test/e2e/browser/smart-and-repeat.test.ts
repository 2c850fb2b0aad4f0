import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Box } from '#common/geometry/box'
import { imagePoint, toView } from '#common/geometry/space'
import type { ImageId, ProjectSlug } from '#common/ids'
import { fitViewport } from '#renderer/canvas/viewport'
import { boundsOf } from '#test/kit/placed'
import { openPage } from '../../kit/chromium.ts'
import { photo, type StationProcess, startStation } from '../../kit/station-process.ts'

/** coins.png; on the second picture everything lies 8 pixels further left and 6 further up. */
const FRAME = { width: 384, height: 303 }
const COIN = { x0: 22, y0: 33, x1: 67, y1: 74 }
const SHIFTED = { x0: 14, y0: 27, x1: 59, y1: 68 }

let folder: string
let station: StationProcess
let page: Page
let project: ProjectSlug
let images: readonly ImageId[]
const faults: string[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tessera-e2e-'))
  station = await startStation(join(folder, 'library'), ['--only', 'studio'])
  const { studio } = station
  project = (await studio.projects.create({ name: 'Coins', type: 'object-detection' })).slug
  await studio.projects.classes.create({ project, name: 'coin' })
  const coins = await photo('coins.png')
  const moved = sharp(coins).extract({ left: 8, top: 6, width: FRAME.width - 8, height: FRAME.height - 6 })
  const { taskId } = await studio.imports.start({ project, batchName: 'Monday', expected: 3 })
  await station.sendFile(taskId, 'a.png', coins)
  await station.sendFile(taskId, 'b.png', await moved.extend({ right: 8, bottom: 6 }).png().toBuffer())
  await station.sendFile(taskId, 'c.png', await sharp(coins).negate().png().toBuffer())
  await studio.imports.finish({ taskId })
  images = await studio.images.ids({ project, filter: {}, sort: 'name' })
  page = await openPage()
  page.on('pageerror', (failure) => faults.push(failure.message))
  await page.goto(station.urls.studio)
  await page.getByText('Coins').first().waitFor()
  await page.goto(`${station.urls.studio.split('/?')[0]}/#/p/${project}/annotate?image=${images[0]}`)
  await page.getByRole('application', { name: 'a.png' }).waitFor()
  await saved()
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

async function saved(): Promise<void> {
  await page
    .getByRole('status')
    .filter({ hasText: /^Saved$/ })
    .waitFor()
}

/** Where a place of the picture is on the page, while all of it is in sight. */
async function at(x: number, y: number): Promise<[number, number]> {
  const view = await page.getByRole('application').boundingBox()
  if (view === null) throw new Error('The canvas is not shown')
  const place = toView(imagePoint(x, y), fitViewport(FRAME, view, 10))
  return [view.x + place.x, view.y + place.y]
}

async function drag({ x0, y0, x1, y1 }: Box): Promise<void> {
  await page.mouse.move(...(await at(x0, y0)))
  await page.mouse.down()
  await page.mouse.move(...(await at(x1, y1)), { steps: 5 })
  await page.mouse.up()
}

interface Stored {
  readonly isCarried: boolean
  /** Largest distance of a side from where it should be. */
  readonly off: (box: Box) => number
}

async function stored(place: number): Promise<readonly Stored[]> {
  const { shapes } = await station.studio.annotations.open({ project, image: images[place] ?? images[0] ?? never() })
  return shapes.map((shape) => ({ isCarried: shape.isCarried ?? false, off: (box) => apart(boundsOf(shape), box) }))
}

function apart(a: Box, b: Box): number {
  return Math.max(...[a.x0 - b.x0, a.y0 - b.y0, a.x1 - b.x1, a.y1 - b.y1].map(Math.abs))
}

function never(): never {
  throw new Error('There are no pictures')
}

async function marks(place: number): Promise<readonly boolean[]> {
  return (await stored(place)).map(({ isCarried }) => isCarried)
}

test('a loose box is tightened to its coin, and undo gives the loose one back', async () => {
  await page.keyboard.press('b')
  await drag({ x0: 15, y0: 25, x1: 75, y1: 80 })
  await page.keyboard.press('Shift+S')

  await expect.poll(async () => (await stored(0))[0]?.off(COIN), { timeout: 15_000 }).toBeLessThan(4)
  await page.keyboard.press('Control+z')
  await expect.poll(async () => (await stored(0))[0]?.off({ x0: 15, y0: 25, x1: 75, y1: 80 })).toBeLessThan(1)
  await page.keyboard.press('Control+Shift+z')
  await expect.poll(async () => (await stored(0))[0]?.off(COIN)).toBeLessThan(4)
})

test('a click with the smart tool cuts a coin out, keeps it as wished, and N goes on with it', async () => {
  await page.keyboard.press('s')
  await page.getByRole('button', { name: /Keep as/ }).click()
  await page.getByRole('option', { name: 'Rotated box' }).click()
  await page.mouse.click(...(await at(215, 52)))
  const accept = page.getByRole('group', { name: 'Cut' }).getByRole('button', { name: /Accept/ })
  await page.getByRole('group', { name: 'Cut' }).getByText('Whole').waitFor({ timeout: 15_000 })
  await accept.click()
  await saved()

  const { shapes } = await station.studio.annotations.open({ project, image: images[0] ?? never() })
  expect(shapes.map(({ kind, origin }) => [kind, origin])).toEqual([
    ['box', 'hand'],
    ['rotated-box', 'smart'],
  ])
  await page.keyboard.press('v')
  await page.keyboard.press('n')
  await expect.poll(() => page.getByRole('button', { name: 'Smart segment' }).getAttribute('aria-pressed')).toBe('true')
})

test('the next picture gets the shapes fitted to where they are now, dashed until it is done', async () => {
  await page.keyboard.press('d')
  await page.getByRole('application', { name: 'b.png' }).waitFor()
  await saved()
  await page.keyboard.press('Shift+R')

  await expect.poll(() => marks(1), { timeout: 20_000 }).toEqual([true, true])
  expect((await stored(1))[0]?.off(SHIFTED)).toBeLessThan(4)
  await page.keyboard.press('r')
  await page
    .getByText(/^Nothing carried over/)
    .first()
    .waitFor()
})

test('shapes are carried forward from a dialog, taken back from its notice, and confirmed with the picture', async () => {
  await page.keyboard.press('Control+b')
  await page.getByRole('dialog', { name: 'Carry all 2 shapes forward' }).waitFor()
  await page.getByRole('button', { name: 'Carry to 1 picture' }).click()
  await expect.poll(() => marks(2)).toEqual([true, true])
  await page.getByRole('status').getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => marks(2)).toEqual([])

  await page.keyboard.press('Control+Enter')

  await expect.poll(() => marks(1)).toEqual([false, false])
  await page.getByRole('application', { name: 'c.png' }).waitFor()
  expect(faults).toEqual([])
})
