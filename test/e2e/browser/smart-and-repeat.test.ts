import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Box } from '#common/geometry/box'
import { boundsOf } from '#test/kit/placed'
import { keepLookOfFailures } from '../../kit/failure-shot.ts'
import type { Hands } from '../../kit/hands.ts'
import { type Labelling, openLabelling } from '../../kit/labelling.ts'
import { photo } from '../../kit/station-process.ts'

/** coins.png; on the second image everything is 8 pixels further left and 6 further up. */
const FRAME = { width: 384, height: 303 }
const COIN = { x0: 22, y0: 33, x1: 67, y1: 74 }
const SHIFTED = { x0: 14, y0: 27, x1: 59, y1: 68 }

let open: Labelling
let page: Labelling['page']
let hands: Hands

beforeAll(async () => {
  const coins = await photo('coins.png')
  const moved = sharp(coins).extract({ left: 8, top: 6, width: FRAME.width - 8, height: FRAME.height - 6 })
  const images = [
    { name: 'a.png', bytes: coins },
    { name: 'b.png', bytes: await moved.extend({ right: 8, bottom: 6 }).png().toBuffer() },
    { name: 'c.png', bytes: await sharp(coins).negate().png().toBuffer() },
  ]
  open = await openLabelling({
    project: 'Coins',
    type: 'object-detection',
    className: 'coin',
    images,
    frame: FRAME,
  })
  ;({ page, hands } = open)
})

afterAll(() => open.close())
keepLookOfFailures(() => page)

interface Stored {
  readonly isCarried: boolean
  /** Returns the largest distance of a side from its expected position. */
  readonly off: (box: Box) => number
}

async function stored(place: number): Promise<readonly Stored[]> {
  const { shapes } = await open.stored(place)
  return shapes.map((shape) => ({ isCarried: shape.isCarried ?? false, off: (box) => apart(boundsOf(shape), box) }))
}

function apart(a: Box, b: Box): number {
  return Math.max(...[a.x0 - b.x0, a.y0 - b.y0, a.x1 - b.x1, a.y1 - b.y1].map(Math.abs))
}

async function marks(place: number): Promise<readonly boolean[]> {
  return (await stored(place)).map(({ isCarried }) => isCarried)
}

test('a loose box is tightened to its coin, and undo restores it', async () => {
  await hands.draw.box([15, 25], [75, 80])
  await page.keyboard.press('Shift+S')

  await expect.poll(async () => (await stored(0))[0]?.off(COIN)).toBeLessThan(4)
  await page.keyboard.press('Control+z')
  await expect.poll(async () => (await stored(0))[0]?.off({ x0: 15, y0: 25, x1: 75, y1: 80 })).toBeLessThan(1)
  await page.keyboard.press('Control+Shift+z')
  await expect.poll(async () => (await stored(0))[0]?.off(COIN)).toBeLessThan(4)
})

test('a click with smart select cuts out a coin in the chosen form, and N continues with it', async () => {
  await page.keyboard.press('s')
  await page.getByRole('button', { name: /Keep as/ }).click()
  await page.getByRole('option', { name: 'Rotated box' }).click()
  await hands.click([215, 52])
  const accept = page.getByRole('group', { name: 'Cut' }).getByRole('button', { name: /Accept/ })
  await page.getByRole('group', { name: 'Cut' }).getByText('Whole').waitFor()
  await accept.click()
  await hands.saved()

  const { shapes } = await open.stored()
  expect(shapes.map(({ kind, origin }) => [kind, origin])).toEqual([
    ['box', 'hand'],
    ['rotated-box', 'smart'],
  ])
  await page.keyboard.press('v')
  await page.keyboard.press('n')
  await expect.poll(() => page.getByRole('button', { name: 'Smart select' }).getAttribute('aria-pressed')).toBe('true')
})

test('the next image gets the shapes refitted to their objects, dashed until it is done', async () => {
  await page.keyboard.press('d')
  await page.getByRole('application', { name: 'b.png' }).waitFor()
  await hands.saved()
  await page.keyboard.press('Shift+R')

  await expect.poll(() => marks(1)).toEqual([true, true])
  expect((await stored(1))[0]?.off(SHIFTED)).toBeLessThan(4)
  await page.keyboard.press('r')
  await page
    .getByText(/^Nothing carried over/)
    .first()
    .waitFor()
})

test('shapes are copied to later images, undone from the notice, and confirmed with the image', async () => {
  await page.keyboard.press('Control+b')
  await page.getByRole('dialog', { name: 'Carry all 2 shapes forward' }).waitFor()
  await page.getByRole('button', { name: 'Carry to 1 image' }).click()
  await expect.poll(() => marks(2)).toEqual([true, true])
  await page.getByRole('status').getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => marks(2)).toEqual([])

  await page.keyboard.press('Control+Enter')

  await expect.poll(() => marks(1)).toEqual([false, false])
  await page.getByRole('application', { name: 'c.png' }).waitFor()
  expect(open.faults).toEqual([])
})
