import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { CHROMIUM_NEEDED, findChromium } from '../../scripts/kit/chromium.mjs'
import { PATIENCE_MS } from './patience.ts'

/** A headless browser. Whoever opens it closes it. */
export async function openChromium(): Promise<Browser> {
  const executablePath = findChromium()
  if (executablePath === undefined) throw new Error(CHROMIUM_NEEDED)
  return chromium.launch({ executablePath })
}

/** The browser of this process. It serves one test file after the other, and ends with the process. */
let kept: Promise<Browser> | undefined

async function keptChromium(): Promise<Browser> {
  const browser = await kept
  if (browser?.isConnected()) return browser
  kept = openChromium()
  return kept
}

/**
 * A page of 1280 × 800 with storage of its own, as in a browser that was just installed. Whoever opens it closes its context.
 * It asks for less motion: images of fades are drawn by the processor here. What is to be seen moving says `no-preference`.
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
