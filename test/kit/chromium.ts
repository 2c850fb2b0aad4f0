import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { CHROMIUM_NEEDED, findChromium } from '../../scripts/kit/chromium.mjs'
import { PATIENCE_MS } from './patience.ts'

/** Starts a headless browser, which the caller closes. */
export async function openChromium(): Promise<Browser> {
  const executablePath = findChromium()
  if (executablePath === undefined) throw new Error(CHROMIUM_NEEDED)
  return chromium.launch({ executablePath })
}

/** The browser of this process. All test files share it, and it ends with the process. */
let kept: Promise<Browser> | undefined

async function keptChromium(): Promise<Browser> {
  const browser = await kept
  if (browser?.isConnected()) return browser
  kept = openChromium()
  return kept
}

/**
 * Opens a page of 1280 × 800 with storage of its own, as in a new browser. The caller closes its context. It prefers
 * reduced motion, because fades are rendered by the CPU here; tests of motion set `no-preference`.
 */
export async function openPage(options: BrowserContextOptions = {}): Promise<Page> {
  const browser = await keptChromium()
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    reducedMotion: 'reduce',
    ...options,
  })
  context.setDefaultTimeout(PATIENCE_MS)
  return context.newPage()
}
