import type { Page } from 'playwright-core'
import { imagePoint, type Size, toView } from '#common/geometry/space'
import { fitViewport } from '#renderer/canvas/viewport'

/** A point in image pixels. */
export type Place = readonly [x: number, y: number]

/** Gestures on the annotate page, named in the user's words. Points are valid while the whole image is visible. */
export interface Hands {
  readonly page: Page
  /** Returns the position of a point on the page. */
  at(place: Place): Promise<Place>
  /** Presses keys, by Playwright's names, one after the other. */
  press(...keys: readonly string[]): Promise<void>
  holding(key: string, act: () => Promise<void>): Promise<void>
  /** Moves the pointer with no button pressed. */
  point(at: Place): Promise<void>
  click(...places: readonly Place[]): Promise<void>
  drag(from: Place, to: Place): Promise<void>
  /** Each of these arms its tool first. */
  readonly draw: Drawing
  /** Waits until everything is saved. */
  saved(): Promise<void>
}

interface Drawing {
  box(from: Place, to: Place): Promise<void>
  /** Draws the base edge, then the opposite edge through `width`. */
  rotatedBox(from: Place, to: Place, width: Place): Promise<void>
  polygon(...places: readonly Place[]): Promise<void>
  /** Traces and closes a polygon with Shift held. */
  freehand(...places: readonly Place[]): Promise<void>
  line(...places: readonly Place[]): Promise<void>
  point(at: Place): Promise<void>
  /** Places as many keypoints as the class has; a class with a skeleton must be armed. */
  keypoints(...places: readonly Place[]): Promise<void>
  /** Paints a new mask, or continues the selected one. */
  stroke(from: Place, to: Place): Promise<void>
  erase(from: Place, to: Place): Promise<void>
}

/** Margin around a fitted image, in pixels of the window. */
const MARGIN = 10

/** Returns gestures for the visible image; `frame` is its size in pixels. */
export function handsOn(page: Page, frame: Size): Hands {
  async function at(place: Place): Promise<Place> {
    const view = await page.getByRole('application').boundingBox()
    if (view === null) throw new Error('The canvas is not shown')
    const { x, y } = toView(imagePoint(...place), fitViewport(frame, view, MARGIN))
    return [view.x + x, view.y + y]
  }
  async function point(place: Place): Promise<void> {
    await page.mouse.move(...(await at(place)), { steps: 3 })
  }
  async function press(...keys: readonly string[]): Promise<void> {
    for (const key of keys) await page.keyboard.press(key)
  }
  async function holding(key: string, act: () => Promise<void>): Promise<void> {
    await page.keyboard.down(key)
    await act()
    await page.keyboard.up(key)
  }
  async function click(...places: readonly Place[]): Promise<void> {
    for (const place of places) {
      await point(place)
      await page.mouse.down()
      await page.mouse.up()
    }
  }
  async function drag(from: Place, to: Place): Promise<void> {
    await point(from)
    await page.mouse.down()
    await point(to)
    await page.mouse.up()
  }
  const pointer = { point, click, drag, press, holding }
  return { page, at, ...pointer, draw: drawingBy(pointer), saved: () => saved(page) }
}

function drawingBy({ press, click, drag, point, holding }: Omit<Hands, 'page' | 'at' | 'draw' | 'saved'>): Drawing {
  async function chain(tool: string, places: readonly Place[]): Promise<void> {
    await press(tool)
    await click(...places)
    await press('Enter')
  }
  async function dragged(tool: string, from: Place, to: Place): Promise<void> {
    await press(tool)
    await drag(from, to)
  }
  return {
    box: (from, to) => dragged('b', from, to),
    async rotatedBox(from, to, width) {
      await dragged('o', from, to)
      await click(width)
    },
    polygon: (...places) => chain('p', places),
    async freehand(first, ...others) {
      await press('p')
      if (first === undefined) return
      await click(first)
      await holding('Shift', async () => {
        for (const at of others) await point(at)
      })
      await press('Enter')
    },
    line: (...places) => chain('y', places),
    async point(at) {
      await press('.')
      await click(at)
    },
    async keypoints(...places) {
      await press('k')
      await click(...places)
    },
    stroke: (from, to) => dragged('m', from, to),
    erase: (from, to) => dragged('e', from, to),
  }
}

async function saved(page: Page): Promise<void> {
  await page
    .getByRole('status')
    .filter({ hasText: /^Saved$/ })
    .waitFor()
}
