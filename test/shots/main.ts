/**
 * `npm run shots -- [PART OF A NAME…] [--look LOOK…]`: an image of every page and state, in every look, below
 * `test-results/shots`, and what axe finds there. Images are to be looked at: nothing here judges them.
 */
import { mkdir, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Browser, Page } from 'playwright-core'
import { openChromium } from '../kit/chromium.ts'
import { removeFolder } from '../kit/remove-folder.ts'
import { type StationProcess, startStation } from '../kit/station-process.ts'
import { graveFaults } from './axe.ts'
import { fillLibrary } from './library.ts'
import { goTo, type Look, lookName, openWindow, settled } from './look.ts'
import { SCENES, type Scene } from './scenes.ts'

const SMALL = { width: 1280, height: 800 }
const LARGE = { width: 1920, height: 1080 }

const LOOKS: readonly Look[] = [
  { theme: 'dark', ...SMALL },
  { theme: 'light', ...SMALL },
  { theme: 'dark', contrast: 'high', ...SMALL },
  { theme: 'light', contrast: 'high', ...SMALL },
  { theme: 'dark', scale: 200, ...SMALL },
  { theme: 'light', language: 'de', ...SMALL },
  { theme: 'dark', density: 'compact', ...SMALL },
  { theme: 'dark', ...LARGE },
  { theme: 'light', ...LARGE },
]

/** Scenes that a person reaches without a word of the screen. */
const WORDLESS = SCENES.filter(({ isWordless, act }) => isWordless === true || act === undefined)

const OUT = 'test-results/shots'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { look: { type: 'string', multiple: true } },
})
const isWanted = ({ name }: { readonly name: string }) =>
  positionals.length === 0 || positionals.some((part) => name.includes(part))
const looks = LOOKS.filter((look) => values.look?.includes(lookName(look)) ?? true)

const folder = await mkdtemp(join(tmpdir(), 'tessera-shots-'))
const browser = await openChromium()
const faults: string[] = []
const stations: StationProcess[] = []
try {
  await mkdir(OUT, { recursive: true })
  await shootFirstRun()
  await shootStation()
} finally {
  await browser.close()
  await Promise.all(stations.map((station) => station.kill()))
  await removeFolder(folder)
}
for (const fault of new Set(faults)) console.log(fault)
console.log(faults.length === 0 ? 'axe finds nothing serious.' : `axe finds ${faults.length} serious faults.`)
process.exitCode = faults.length === 0 ? 0 : 1

async function open(library: string): Promise<StationProcess> {
  const station = await startStation(join(folder, library))
  stations.push(station)
  return station
}

async function shootFirstRun(): Promise<void> {
  if (!isWanted({ name: 'first-run' })) return
  const station = await open('empty')
  for (const look of looks) {
    const page = await openWindow(browser, station, look)
    await settled(page)
    await shoot(page, 'first-run', look)
    await page.context().close()
  }
}

async function shootStation(): Promise<void> {
  const station = await open('library')
  const library = await fillLibrary(station)
  for (const look of looks) {
    const page = await openWindow(browser, station, look)
    const scenes = look.language === undefined ? SCENES : WORDLESS
    for (const scene of scenes.filter(isWanted)) await shootScene(page, { scene, hash: scene.at(library), look })
    await page.context().close()
  }
  await shootLoading(browser, station)
  await shootAway(station, `#/p/${library.kitchen}/annotate?image=${library.coffee}`)
}

interface Shot {
  readonly scene: Scene
  readonly hash: string
  readonly look: Look
}

async function shootScene(page: Page, { scene, hash, look }: Shot): Promise<void> {
  try {
    await goTo(page, hash)
    await scene.act?.(page)
    await settled(page)
  } catch (error) {
    // The image shows how far it came.
    console.error(`${scene.name}, ${lookName(look)}: ${String(error).split('\n')[0]}`)
  }
  await shoot(page, scene.name, look)
}

/** Before the first answer of the core. */
async function shootLoading(browser: Browser, { urls }: StationProcess): Promise<void> {
  if (!isWanted({ name: 'loading' })) return
  for (const look of looks) {
    const page = await browser.newPage({ viewport: { width: look.width, height: look.height } })
    await page.routeWebSocket(/\/rpc/, () => undefined)
    await page.goto(urls.studio)
    await page.getByRole('banner').waitFor()
    await shoot(page, 'loading', look)
    await page.close()
  }
}

/** The core goes away under an open image. */
async function shootAway(station: StationProcess, hash: string): Promise<void> {
  const pages = isWanted({ name: 'core-away' })
    ? await Promise.all(looks.map(async (look) => ({ look, page: await openWindow(browser, station, look) })))
    : []
  for (const { page } of pages) await goTo(page, hash)
  await station.kill()
  for (const { page, look } of pages) {
    await page
      .getByText(/not reachable|cannot be reached|Connecting/i)
      .first()
      .waitFor()
    await shoot(page, 'core-away', look)
  }
}

async function shoot(page: Page, name: string, look: Look): Promise<void> {
  await page.screenshot({ path: join(OUT, `${name}.${lookName(look)}.png`) })
  faults.push(...(await graveFaults(page)).map((fault) => `${name}, ${look.theme}: ${fault}`))
}
