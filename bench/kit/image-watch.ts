import type { Page } from 'playwright-core'
import { z } from 'zod'

/** Longer sides by which drawn images are recognized. */
export const SIDES = { thumb: 1, screen: 1024 } as const

const Elapsed = z.number().nullable()

/**
 * Must run before the page's own code: records key presses and, for every decoded image, the end of the first frame in
 * which either driver draws it.
 */
export async function watchImages(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const seen = new WeakSet<object>()
    const watched = { keyAt: 0, drawn: new Array<{ at: number; side: number }>() }
    Object.assign(window, { watched })
    addEventListener('keydown', () => Object.assign(watched, { keyAt: performance.now(), drawn: [] }), {
      capture: true,
    })
    const note = (source: unknown) => {
      if (!(source instanceof ImageBitmap) || seen.has(source)) return
      seen.add(source)
      const side = Math.max(source.width, source.height)
      // A message is delivered after the current frame has been drawn.
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = () => watched.drawn.push({ at: performance.now(), side })
      port2.postMessage(undefined)
    }
    const watch = (owner: object, name: string) => {
      const original: unknown = Reflect.get(owner, name)
      if (typeof original !== 'function') return
      Reflect.set(owner, name, function watchedCall(this: unknown, ...args: unknown[]) {
        for (const each of args) note(each)
        return Reflect.apply(original, this, args)
      })
    }
    watch(CanvasRenderingContext2D.prototype, 'drawImage')
    watch(WebGL2RenderingContext.prototype, 'texImage2D')
    watch(WebGL2RenderingContext.prototype, 'texSubImage2D')
  })
}

/** Opens another address of the studio, like a click in the film strip, and restarts the clock. */
export async function follow(page: Page, hash: string): Promise<void> {
  await page.evaluate((next) => {
    Object.assign(Object.assign({ watched: {} }, window).watched, { keyAt: performance.now(), drawn: [] })
    location.hash = next
  }, hash)
}

/**
 * Returns the milliseconds from the last key to the end of the frame with the first image whose longer side has at
 * least `side` pixels.
 */
export async function untilDrawn(page: Page, side: number): Promise<number> {
  const found = await page.waitForFunction((least) => {
    const { watched } = Object.assign(
      { watched: { keyAt: 0, drawn: new Array<{ at: number; side: number }>() } },
      window,
    )
    const first = watched.drawn.find((each) => each.side >= least)
    return first ? first.at - watched.keyAt : undefined
  }, side)
  const elapsed = Elapsed.parse(await found.jsonValue())
  if (elapsed === null) throw new Error('No image was drawn')
  return elapsed
}
