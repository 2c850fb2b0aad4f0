import { readFile } from 'node:fs/promises'
import type { Browser, Page } from 'playwright-core'
import type { ProjectSlug } from '#common/ids'
import type { BenchStation } from './ground.ts'

/** The Images page in a real browser. Times are in milliseconds of the page's own clock. */
export interface ImagesScreen {
  readonly page: Page
  /** Measures from the navigation to the first screen of thumbnails. */
  open(): Promise<number>
  /** Measures from a click on a filter to the first screen of other images, at least with their colors. */
  press(box: string): Promise<number>
  /** Measures from the last letter in the search field, followed by Enter at once. */
  search(text: string): Promise<number>
  scroll(): Promise<Scrolled>
  /** Returns the memory of the page's process when the system reclaims its caches. */
  rendererBytes(): Promise<number>
  close(): Promise<void>
}

export interface Scrolled {
  /** Milliseconds between two frames while scrolling. */
  readonly frames: readonly number[]
  /** How long each tile that became visible lacked its color; 0 if it came with it. */
  readonly blanks: readonly number[]
}

export async function openImagesScreen(station: BenchStation, project: ProjectSlug): Promise<ImagesScreen> {
  const browser = await station.openBrowser()
  const page = await browser.newPage({ viewport: { width: 1920, height: 1080 } })
  // Signs the page in; the address of the project is then opened by itself.
  await page.goto(station.urls.studio)
  const address = `${new URL(station.urls.studio).origin}/#/p/${project}/images`
  return {
    page,
    async open() {
      await page.goto('about:blank')
      await page.goto(address)
      return page.evaluate(untilImages)
    },
    async press(box) {
      const target = page.getByRole('checkbox', { name: box }).first()
      await target.waitFor()
      await page.evaluate(watchChange, 'pointerdown')
      // The visible box covers its input.
      await target.locator('xpath=ancestor::label').click()
      return page.evaluate(readChange)
    },
    async search(text) {
      const field = page.getByRole('combobox', { name: 'Search images' })
      await page.evaluate(watchChange, 'input')
      await field.fill(text)
      await field.press('Enter')
      return page.evaluate(readChange)
    },
    scroll: () => page.evaluate(scrollThrough),
    rendererBytes: () => rendererBytes(browser, page),
    close: () => browser.close(),
  }
}

async function rendererBytes(browser: Browser, page: Page): Promise<number> {
  const own = await page.context().newCDPSession(page)
  await own.send('Memory.simulatePressureNotification', { level: 'critical' })
  await page.waitForTimeout(1000)
  const session = await browser.newBrowserCDPSession()
  const { processInfo } = await session.send('SystemInfo.getProcessInfo')
  const pids = processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id)
  const statuses = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')))
  // The browser has other pages of its own; the studio's is the largest.
  return Math.max(...statuses.map((status) => Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) * 1024))
}

/** Runs in the page: returns the time at which all visible images have loaded. */
async function untilImages(): Promise<number> {
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
  const isThere = () => {
    const shown = [...document.querySelectorAll<HTMLImageElement>('[role=listbox][aria-label=Images] img')].filter(
      (image) => image.getBoundingClientRect().top < innerHeight,
    )
    return shown.length > 8 && shown.every((image) => image.complete && image.naturalWidth > 0)
  }
  while (!isThere()) {
    if (performance.now() > 30_000) throw new Error('The images did not come within 30 s')
    await frame()
  }
  await frame()
  return performance.now()
}

/** Runs in the page: records when other images are shown after the next event of a type. */
function watchChange(kind: string): void {
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
  const shown = () => document.querySelector('[role=status]')?.textContent
  const hasRows = () =>
    document.querySelector('[role=listbox][aria-label=Images] [role=option]') !== null &&
    document.querySelector('[data-colored]') === null
  const before = shown()
  const change = new Promise((resolve, reject) => {
    const begin = async () => {
      const began = performance.now()
      while (shown() === before || !hasRows()) {
        if (performance.now() - began > 30_000) return reject(new Error(`Nothing changed within 30 s: ${before}`))
        await frame()
      }
      await frame()
      resolve(performance.now() - began)
    }
    addEventListener(kind, () => void begin(), { capture: true, once: true })
  })
  Reflect.set(globalThis, 'change', change)
}

/** Runs in the page. */
function readChange(): Promise<number> {
  return Reflect.get(globalThis, 'change')
}

/** Runs in the page: scrolls through some thousand images by wheel, then jumps as if the scroll bar were dragged. */
async function scrollThrough(): Promise<Scrolled> {
  const list = document.querySelector('[role=listbox][aria-label=Images]')
  if (list === null) throw new Error('There is no list of images')
  const frames: number[] = []
  const blanks: number[] = []
  const since = new Map<Element, number>()
  const look = (now: number) => {
    const bounds = list.getBoundingClientRect()
    const empty = [...list.querySelectorAll('[data-colored=false]')].filter((tile) => {
      const { top, bottom } = tile.getBoundingClientRect()
      return bottom > bounds.top && top < bounds.bottom
    })
    for (const tile of empty) if (!since.has(tile)) since.set(tile, now)
    for (const [tile, from] of since) {
      if (empty.includes(tile)) continue
      since.delete(tile)
      blanks.push(now - from)
    }
  }
  let last = performance.now()
  const step = async (move: () => void) => {
    move()
    const now = await new Promise<number>((resolve) => requestAnimationFrame(resolve))
    frames.push(now - last)
    last = now
    look(now)
  }
  for (let nth = 0; nth < 400; nth += 1) await step(() => list.scrollBy(0, 120))
  const end = list.scrollHeight - list.clientHeight
  for (let nth = 0; nth < 300; nth += 1) await step(() => list.scrollTo(0, (end * ((nth * 89) % 300)) / 300))
  for (let nth = 0; nth < 60; nth += 1) await step(() => list.scrollTo(0, end))
  return { frames, blanks }
}
