import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { forkCore } from '#test/kit/core-process'
import { type Desktop, type DesktopLab, openDesktopLab } from '#test/kit/electron'
import { NO_ELECTRON } from '#test/kit/electron-runtime'
import { fromRoot } from '../../../scripts/kit/paths.mjs'

const SHOTS = fromRoot('test-results/electron')
const FLAGS = ['--only', 'studio']

describe.skipIf(NO_ELECTRON)('the core inside the desktop', () => {
  let lab: DesktopLab
  let desktop: Desktop
  let studio: Page
  const folder = mkdtempSync(join(tmpdir(), 'tessera-libraries-'))

  beforeAll(async () => {
    mkdirSync(SHOTS, { recursive: true })
    lab = await openDesktopLab()
    desktop = await lab.launch(FLAGS)
    studio = await desktop.app.firstWindow()
  })
  afterAll(async () => {
    await lab?.close()
    rmSync(folder, { recursive: true, force: true })
  })

  test('the window works with a core of its own, images included', async () => {
    const { userData } = desktop
    await studio.getByRole('textbox', { name: 'Name of the project' }).fill('Pets')
    const choosing = studio.waitForEvent('filechooser')
    await studio.getByRole('button', { name: 'Choose single images' }).click()
    await (await choosing).setFiles(fromRoot('test/fixtures/photos/chelsea.jpg'))

    const thumbnail = studio.getByRole('option', { name: /^chelsea\.jpg/ }).locator('img')
    await expect.poll(() => thumbnail.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(320)
    await studio.getByRole('link', { name: 'Settings' }).click()
    await studio.getByText(join(userData, 'library')).first().waitFor()
    await studio.screenshot({ path: `${SHOTS}/settings.png` })
  })

  test('the menu copies the API key to the clipboard', async () => {
    const said = await desktop.app.evaluate(({ Menu, dialog }) => {
      const shown = new Promise((resolve) => {
        dialog.showMessageBox = async (...given: unknown[]) => {
          resolve(given.at(-1))
          return { response: 0, checkboxChecked: false }
        }
      })
      const items = Menu.getApplicationMenu()?.items.flatMap(({ submenu }) => submenu?.items ?? [])
      items?.find(({ label }) => label === 'Copy API key')?.click()
      return shown
    })
    const key = await desktop.app.evaluate(({ clipboard }) => clipboard.readText())

    expect(key).toMatch(/^tk_[0-9a-f]{40}$/)
    expect(said).toMatchObject({ message: 'API key copied', detail: `It ends in ${key.slice(-4)}.` })
  })

  test('a core that crashes is started again, and the page goes on', async () => {
    const lost = studio.getByRole('alert').filter({ hasText: 'Connection lost' }).waitFor()
    process.kill(await corePid(desktop), 'SIGKILL')
    await lost
    await studio.getByRole('alert').waitFor({ state: 'detached' })
    await studio.getByRole('link', { name: 'All projects' }).click()
    await studio.getByRole('button', { name: 'New project' }).click()
    await studio.getByRole('textbox', { name: 'Name of the project' }).fill('After the crash')
    await studio.getByRole('button', { name: 'Start empty' }).click()

    await studio.waitForURL(/#\/p\/after-the-crash\/images$/)
    expect(desktop.app.windows()).toEqual([studio])
  })

  test('the core ends with the window and leaves its library free', async () => {
    const ended = once(desktop.app.process(), 'exit')

    await desktop.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close())
    expect(await ended).toEqual([0, null])

    const next = forkCore(coreSettings(join(desktop.userData, 'library')))
    expect(await next.heard()).toMatchObject({ kind: 'ready' })
    next.post({ kind: 'stop' })
    await next.ended
  })

  test('a library that another program has open is named, and opened when it is free', async () => {
    const library = join(folder, 'held')
    const holder = forkCore(coreSettings(library))
    await holder.heard()
    const refused = await lab.launch([...FLAGS, '--library', library])

    const question = await windowOf(refused, 'ask.html')
    await question.getByText(`The library ${library} is already open`).waitFor()
    holder.post({ kind: 'stop' })
    await holder.ended
    await question.getByRole('button', { name: 'Try again' }).click()

    const page = await windowOf(refused, 'index.html')
    await page.getByRole('button', { name: 'Start empty' }).waitFor()
    expect(refused.app.windows()).toEqual([page])
  })
})

describe.skipIf(NO_ELECTRON)('a core that does not come up', () => {
  let lab: DesktopLab

  beforeAll(async () => {
    lab = await openDesktopLab('broken')
  })
  afterAll(() => lab?.close())

  test('is reported in plain words with its last output, and the program can be quit', async () => {
    const desktop = await lab.launch(FLAGS)
    const question = await windowOf(desktop, 'ask.html')
    const ended = once(desktop.app.process(), 'exit')

    expect(await question.getByRole('heading').textContent()).toBe('Tessera stopped working')
    expect(await question.locator('pre').textContent()).toBe('the disk has gone')
    await question.screenshot({ path: `${SHOTS}/core-failed.png` })
    await question.getByRole('button', { name: 'Quit' }).click()

    expect(await ended).toEqual([0, null])
  })
})

/** Returns the window of that page. Windows come in any order: each exists when its page does. */
async function windowOf({ app }: Desktop, page: 'ask.html' | 'index.html'): Promise<Page> {
  const found = () => app.windows().find((window) => window.url().includes(`/${page}`))
  await expect.poll(() => found() !== undefined).toBe(true)
  return found() ?? (await app.firstWindow())
}

async function corePid({ app }: Desktop): Promise<number> {
  const pid = await app.evaluate(
    ({ app: program }) => program.getAppMetrics().find(({ name }) => name === 'Tessera core')?.pid,
  )
  if (pid === undefined) throw new Error('There is no core process')
  return pid
}

function coreSettings(library: string) {
  return {
    library,
    pages: fromRoot('dist/renderer'),
    appVersion: '0.0.0',
    only: ['studio' as const],
    trustedHosts: [],
    trashDays: 30,
    ports: { management: 0, inference: 0, events: 0, studio: 0 },
  }
}
