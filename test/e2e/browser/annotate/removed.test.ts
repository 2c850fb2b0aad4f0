import type { Page, WebSocket } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { brand } from '#common/border'
import type { ImageId, ShapeId } from '#common/ids'
import { keepLookOfFailures } from '../../../kit/failure-shot.ts'
import { BOX_ID, type Deck, openDeck } from '../../../kit/review-deck.ts'
import type { StationProcess } from '../../../kit/station-process.ts'
import { openStudioPage, type StudioPage } from '../../../kit/studio-page.ts'

let opened: StudioPage
let station: StationProcess
let page: Page
let deck: Deck
let socket: WebSocket

beforeAll(async () => {
  opened = await openStudioPage()
  ;({ station, page } = opened)
  deck = await openDeck(station, ['astronaut.jpg', 'chelsea.jpg'])
  const opening = page.waitForEvent('websocket')
  await page.goto(station.urls.studio)
  socket = await opening
})

afterAll(() => opened.close())

keepLookOfFailures(() => page)

const ofImage = (place: number) => {
  const image: ImageId = deck.images[place] ?? expect.fail('the deck has too few images')
  return { project: deck.project, image }
}

async function openImage(place: number): Promise<void> {
  const { project, image } = ofImage(place)
  await page.goto(new URL(`#/p/${project}/annotate?sort=name&image=${image}`, page.url()).href)
  await page.getByText('Saved', { exact: true }).waitFor()
  await page.keyboard.press('v')
}

const shapesOf = async (place: number) => (await station.studio.annotations.open(ofImage(place))).shapes

/**
 * Deletes shapes like another window does: all, or the given one. Resolves when the page has reloaded the annotations.
 */
async function deleteInOtherWindow(place: number, only?: ShapeId): Promise<void> {
  const { revision, shapes } = await station.studio.annotations.open(ofImage(place))
  const told = shapes.filter(({ id }) => only === undefined || id === only)
  const edit = { label: 'Delete box', changes: told.map((before) => ({ before, after: null })) }
  const asked = socket.waitForEvent('framesent', ({ payload }) => String(payload).includes('annotations/open'))
  await station.studio.annotations.commit({ ...ofImage(place), revision, edit })
  await asked
  await socket.waitForEvent('framereceived')
}

const row = () => page.getByRole('grid', { name: 'Objects' }).getByRole('row', { name: /thing 1/ })

/** Returns the box of the canvas, in pixels of the window. */
async function canvasBox() {
  await page.getByRole('application').waitFor()
  const at = await page.getByRole('application').boundingBox()
  if (at === null) throw new Error('There is no canvas')
  return at
}

test('a box that another window deletes while it is dragged can be drawn again where it was dropped', async () => {
  await openImage(0)
  await row().click()
  const { x, y, width, height } = await canvasBox()
  // The image has 512 × 512 pixels and fills the height except for 10 pixels at each end.
  const scale = (height - 20) / 512
  const [left, top] = [x + (width - 512 * scale) / 2, y + 10]
  await page.mouse.move(left + 70 * scale, top + 70 * scale)
  await page.mouse.down()
  await page.mouse.move(left + 100 * scale, top + 100 * scale, { steps: 4 })
  await deleteInOtherWindow(0)
  await page.mouse.move(left + 170 * scale, top + 170 * scale, { steps: 4 })
  await page.mouse.up()

  await page.getByText('1 object that you changed was deleted in another window or by a program').waitFor()
  expect(await shapesOf(0)).toEqual([])
  await page.getByRole('button', { name: 'Draw again' }).click()
  await page.getByRole('button', { name: 'Draw again' }).waitFor({ state: 'detached' })
  await expect.poll(async () => (await shapesOf(0)).length).toBe(1)
  const [shape] = await shapesOf(0)
  expect(shape).toMatchObject({ id: BOX_ID, kind: 'box' })
  expect(shape?.kind === 'box' && Math.round(shape.box.x0)).toBe(120)
})

test('a selected box that another window deletes is reported and restored', async () => {
  await openImage(1)
  await row().click()
  const before = await shapesOf(1)
  await deleteInOtherWindow(1)

  await page.getByText('1 selected object was deleted in another window or by a program').waitFor()
  await page.getByRole('button', { name: 'Draw again' }).click()

  await expect.poll(() => shapesOf(1)).toEqual(before)
})

test('boxes deleted one after the other by another window can each be redrawn', async () => {
  const [first] = await shapesOf(1)
  if (first?.kind !== 'box') throw new Error('There is no box')
  const second = { ...first, id: brand<ShapeId>('box00001'), box: { x0: 150, y0: 150, x1: 200, y1: 200 } }
  const { revision } = await station.studio.annotations.open(ofImage(1))
  const edit = { label: 'Draw box', changes: [{ before: null, after: second }] }
  await station.studio.annotations.commit({ ...ofImage(1), revision, edit })
  await openImage(1)
  const opening = page.waitForEvent('websocket')
  await page.reload()
  socket = await opening
  await row().first().waitFor()
  await page.keyboard.press('v')
  await page.getByRole('application').focus()
  await page.keyboard.press('ControlOrMeta+a')
  await page.getByRole('row', { selected: true }).nth(1).waitFor()
  await deleteInOtherWindow(1, first.id)
  const told = page.getByText('1 selected object was deleted in another window or by a program')
  await told.waitFor()
  await deleteInOtherWindow(1, second.id)
  await told.nth(1).waitFor()

  await page.getByRole('button', { name: 'Draw again' }).first().click()
  await expect.poll(async () => (await shapesOf(1)).length).toBe(1)
  await page.getByRole('button', { name: 'Draw again' }).last().click()
  await expect.poll(async () => (await shapesOf(1)).length).toBe(2)
})
