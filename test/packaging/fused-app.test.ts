import { spawn, spawnSync } from 'node:child_process'
import { chmodSync, copyFileSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type Browser, type CDPSession, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { bringPhotographs, drawBox, undoBox } from '../kit/desktop-tour.ts'
import { type Display, openDisplay } from '../kit/display.ts'
import { freePort } from '../kit/free-port.ts'
import { type PackedApp, packApp } from '../kit/packed-app.ts'
import { PATIENCE_MS } from '../kit/patience.ts'
import { removeFolder } from '../kit/remove-folder.ts'
import { type StationProcess, startStation } from '../kit/station-process.ts'

/** A real Electron for Linux; the packed program is tried where there is one. */
const ELECTRON = process.platform === 'linux' ? process.env['ELECTRON_OVERRIDE_DIST_PATH'] : undefined

const PATIENCE = { timeout: PATIENCE_MS }

/** The program as it is installed, with its fuses, on a station that runs from its own archive: the Electron may be too old for the core. */
describe.skipIf(ELECTRON === undefined)('the packed program in a real window', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tessera-fused-'))
  const intruded = join(folder, 'intruded')
  let app: PackedApp
  let station: StationProcess
  let display: Display
  let browser: Browser
  let page: Page
  let restarted: Browser | undefined
  let debugging: number
  let inspector: number
  let stop: () => Promise<void>

  beforeAll(async () => {
    app = await packApp(ELECTRON)
    display = await openDisplay()
    const library = join(folder, 'library')
    station = await startStation(library, ['--only', 'studio'], join(app.extract(), 'dist/desktop/station.mjs'))
    debugging = await freePort()
    inspector = await freePort()
    stop = startProgram([`--remote-debugging-port=${debugging}`, `--inspect=127.0.0.1:${inspector}`])
    browser = await connected(debugging)
    page = await firstPage(browser)
  })

  afterAll(async () => {
    await browser?.close()
    await stop?.()
    await restarted?.newBrowserCDPSession().then(endProgram)
    await display?.close()
    await station?.kill()
    await app?.remove()
    await removeFolder(folder)
  })

  test('a person brings photographs in, draws, and takes a box back', async () => {
    expect(await bringPhotographs(page)).toMatch(/^tessera:\/\/app\/images\/\w+\/thumb$/)
    await drawBox(page)
    await undoBox(page)

    expect(await station.studio.projects.list()).toMatchObject([{ slug: 'breakfast', images: 2 }])
  })

  test('it does not run as Node', () => {
    const { stdout } = spawnSync(join(app.folder, 'tessera'), ['-p', '"as " + "Node"'], {
      env: { ...process.env, ELECTRON_RUN_AS_NODE: '1', DISPLAY: '' },
      timeout: PATIENCE_MS,
      encoding: 'utf8',
    })

    expect(stdout).not.toContain('as Node')
  })

  test('without a display it says so, and what to run instead', () => {
    const { status, stderr } = spawnSync(join(app.folder, 'tessera'), ['--no-sandbox'], {
      env: { ...process.env, DISPLAY: '', WAYLAND_DISPLAY: '' },
      timeout: PATIENCE_MS,
      encoding: 'utf8',
    })

    expect(status).toBe(1)
    expect(stderr).toContain('Tessera needs a display: neither DISPLAY nor WAYLAND_DISPLAY is set.')
  })

  test('it tells its version, for which it needs no display', () => {
    const { status, stdout } = spawnSync(join(app.folder, 'tessera'), ['--no-sandbox', '--version'], {
      env: { ...process.env, DISPLAY: '', WAYLAND_DISPLAY: '' },
      timeout: PATIENCE_MS,
      encoding: 'utf8',
    })

    expect([status, stdout]).toEqual([0, expect.stringMatching(/^\d+\.\d+\.\d+\n$/)])
  })

  test('a program that the environment names is not loaded into it', () => {
    expect(existsSync(intruded)).toBe(false)
  })

  test('no inspector listens, whatever the flags say', async () => {
    await expect(fetch(`http://127.0.0.1:${inspector}/json/version`)).rejects.toThrow('fetch failed')
  })

  test('without its archive it does not load a folder that somebody put into its place', () => {
    const copy = join(folder, 'copy')
    // Links: the program alone has 200 MB.
    spawnSync('cp', ['-al', app.folder, copy])
    rmSync(join(copy, 'resources/app.asar'))
    const beside = join(copy, 'resources/app')
    mkdirSync(beside, { recursive: true })
    writeFileSync(join(beside, 'package.json'), '{"main":"main.js"}')
    writeFileSync(
      join(beside, 'main.js'),
      `require('node:fs').writeFileSync(${JSON.stringify(intruded)}, ''); process.exit()`,
    )
    const flags = ['--no-sandbox', `--user-data-dir=${join(folder, 'other')}`]
    const env = { ...process.env, DISPLAY: display.name ?? '' }
    const { status } = spawnSync(join(copy, 'tessera'), flags, { env, timeout: 10_000, killSignal: 'SIGKILL' })

    expect(status).not.toBe(0)
    expect(existsSync(intruded)).toBe(false)
  })

  test('settings that cannot be saved are reported, and not that another Tessera runs', async () => {
    const home = join(folder, 'home')
    mkdirSync(home)
    // Whoever may write everywhere starts it as nobody; the files lie in folders of their own.
    for (const path of [folder, dirname(dirname(app.folder)), dirname(app.folder)]) chmodSync(path, 0o755)
    chmodSync(home, 0o555)
    const isRoot = process.getuid?.() === 0
    const child = spawn(join(app.folder, 'tessera'), ['--no-sandbox', `--user-data-dir=${join(home, 'data')}`], {
      env: { ...process.env, HOME: home, DISPLAY: display.name ?? '' },
      stdio: ['ignore', 'ignore', 'pipe'],
      ...(isRoot && { uid: 65_534, gid: 65_534 }),
    })
    let said = ''
    child.stderr.on('data', (chunk) => {
      said += String(chunk)
    })
    await expect
      .poll(() => said)
      .toContain(`Tessera keeps its settings in ${join(home, 'data')}, where it cannot write.`)
    // It waits for a person to read that.
    child.kill('SIGKILL')

    expect(said).not.toContain('open already')
  })

  test('a version that is installed while it runs is reported, and it starts again from it', async () => {
    const program = join(app.folder, 'tessera')
    copyFileSync(program, `${program}.new`)
    renameSync(`${program}.new`, program)
    const question = await vi.waitUntil(
      () => pagesOf(browser).find((each) => each.url().endsWith('ask.html')),
      PATIENCE,
    )
    expect(await question.getByRole('heading').textContent()).toBe('Another version of Tessera was installed')
    const before = await idOf(debugging)
    await question.getByRole('button', { name: 'Restart' }).click()

    await vi.waitUntil(async () => {
      const now = await idOf(debugging)
      return now !== undefined && now !== before
    }, PATIENCE)
    restarted = await connected(debugging)
    await firstPage(restarted)
  })

  /** On the station, with an environment that asks for a script which writes a file. */
  function startProgram(flags: readonly string[]): () => Promise<void> {
    const script = join(folder, 'intruder.cjs')
    writeFileSync(script, `require('node:fs').writeFileSync(${JSON.stringify(intruded)}, '')`)
    const own = [
      '--no-sandbox',
      '--lang=en',
      `--user-data-dir=${join(folder, 'data')}`,
      '--attach',
      station.urls.studio,
    ]
    const child = spawn(join(app.folder, 'tessera'), [...own, ...flags], {
      env: { ...process.env, DISPLAY: display.name ?? '', NODE_OPTIONS: `--require ${script}` },
      stdio: 'ignore',
    })
    const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
    return () => {
      child.kill('SIGKILL')
      return ended
    }
  }
})

/** Its debugging port answers when its first window is on the way. */
async function connected(port: number): Promise<Browser> {
  const address = `http://127.0.0.1:${port}`
  await vi.waitUntil(() => fetch(`${address}/json/version`).catch(() => undefined), PATIENCE)
  return chromium.connectOverCDP(address)
}

async function firstPage(browser: Browser): Promise<Page> {
  const page = await vi.waitUntil(() => pagesOf(browser).find((each) => each.url().includes('index.html')), PATIENCE)
  await page.getByRole('banner').waitFor()
  return page
}

/** The answer to it is lost with the program. */
async function endProgram(session: CDPSession): Promise<void> {
  await session.send('Browser.close').catch(() => undefined)
}

function pagesOf(browser: Browser): readonly Page[] {
  return browser.contexts().flatMap((context) => context.pages())
}

const Debugged = z.object({ webSocketDebuggerUrl: z.string() })

/** Of the process that listens there; another one has another. */
async function idOf(port: number): Promise<string | undefined> {
  const answer = await fetch(`http://127.0.0.1:${port}/json/version`).catch(() => undefined)
  return answer && Debugged.parse(await answer.json()).webSocketDebuggerUrl
}
