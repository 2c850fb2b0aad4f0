import { type Browser, chromium } from 'playwright-core'
import { CHROMIUM_NEEDED, findChromium } from '../../scripts/kit/chromium.mjs'

/** A headless browser for one test file. Whoever opens it closes it. */
export async function openChromium(): Promise<Browser> {
  const executablePath = findChromium()
  if (executablePath === undefined) throw new Error(CHROMIUM_NEEDED)
  return chromium.launch({ executablePath })
}
