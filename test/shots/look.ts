import type { Browser, Page } from 'playwright-core'
import type { StationProcess } from '../kit/station-process.ts'

/** How the window is when an image of it is taken. */
export interface Look {
  readonly theme: 'light' | 'dark'
  readonly contrast?: 'usual' | 'high'
  readonly density?: 'compact'
  /** Percent. */
  readonly scale?: number
  readonly language?: 'de'
  readonly width: number
  readonly height: number
}

/** "dark-1280", "light-contrast-1920", "dark-200-1280", "light-de-1280", "dark-compact-1280". */
export function lookName({ theme, contrast, density, scale = 100, language, width }: Look): string {
  const parts = [theme, contrast === 'high' && 'contrast', density, scale !== 100 && scale, language, width]
  return parts.filter(Boolean).join('-')
}

/** A window of the studio that looks so from its first moment. */
export async function openWindow(browser: Browser, { urls }: StationProcess, look: Look): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: look.width, height: look.height },
    reducedMotion: 'reduce',
  })
  await context.addInitScript(({ theme, contrast, density, scale, language }) => {
    localStorage.setItem('tessera.theme', theme)
    localStorage.setItem('tessera.contrast', contrast ?? 'usual')
    localStorage.setItem('tessera.density', density ?? 'comfortable')
    localStorage.setItem('tessera.ui-scale', String(scale ?? 100))
    localStorage.setItem('tessera.language', language ?? 'en')
  }, look)
  const page = await context.newPage()
  page.setDefaultTimeout(10_000)
  await page.goto(urls.studio)
  await page.getByRole('banner').waitFor()
  return page
}

/** Opens an address of the studio as if nothing had been open before, and waits until its images are there. */
export async function goTo(page: Page, hash: string): Promise<void> {
  await page.goto(new URL(hash, page.url()).href)
  // Removes the state left by the last scene.
  await page.evaluate(() => localStorage.removeItem('tessera.annotate'))
  await page.reload()
  await settled(page)
}

export async function settled(page: Page): Promise<void> {
  await page.getByRole('main').waitFor()
  await page.waitForLoadState('networkidle')
  await page.evaluate(() => document.fonts.ready.then(() => new Promise((done) => requestAnimationFrame(done))))
}
