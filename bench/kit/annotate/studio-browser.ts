import type { Page } from 'playwright-core'
import type { BenchStation } from '../ground.ts'
import type { CrowdedImage } from './crowded-image.ts'

export type Drawing = 'gpu' | 'soft'

export interface AnnotateWindow {
  readonly page: Page
  /** The middle of the canvas, in pixels of the window. */
  readonly middle: { readonly x: number; readonly y: number }
  close(): Promise<void>
}

/** Opens the annotate page in Chromium with the image, the driver, and the select tool. */
export async function openAnnotateWindow(
  { urls, openBrowser }: BenchStation,
  { project, image }: CrowdedImage,
  drawing: Drawing,
): Promise<AnnotateWindow> {
  const browser = await openBrowser()
  const page = await browser.newPage({ viewport: { width: 1024, height: 640 } })
  await page.addInitScript((wish) => {
    localStorage.setItem('tessera.drawing', wish)
    localStorage.setItem('tessera.annotate', JSON.stringify({ tool: 'select' }))
  }, drawing)
  const address = new URL(urls.studio)
  address.hash = `#/p/${project}/annotate?image=${image}`
  await page.goto(address.href)
  await page.locator(`[data-driver=${drawing}]`).waitFor({ state: 'attached' })
  await page.getByRole('grid', { name: 'Objects' }).waitFor()
  const box = await page.locator('[data-panel=canvas]').boundingBox()
  if (!box) throw new Error('There is no canvas on the page')
  await untilQuiet(page)
  return {
    page,
    middle: { x: Math.round(box.x + box.width / 2), y: Math.round(box.y + box.height / 2) },
    close: () => browser.close(),
  }
}

/**
 * Waits until a page, polled every 25 ms, has answered immediately for half a second, so that all background work is
 * done. Waits at most 15 s, because other programs may use the machine.
 */
export async function untilQuiet(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const end = performance.now() + 15_000
    for (let quiet = 0; quiet < 20 && performance.now() < end; ) {
      const asked = performance.now()
      await new Promise((resolve) => setTimeout(resolve, 25))
      quiet = performance.now() - asked < 40 ? quiet + 1 : 0
    }
  })
}
