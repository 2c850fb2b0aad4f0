import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Desktop, type DesktopLab, openDesktopLab } from '#test/kit/electron'
import { NO_ELECTRON } from '#test/kit/electron-runtime'
import { makeZip } from '#test/kit/zip-maker'
import { fromRoot } from '../../../scripts/kit/paths.mjs'

const SHOTS = fromRoot('test-results/electron')
const FLAGS = ['--only', 'studio']

describe.skipIf(NO_ELECTRON)('the first start of the desktop', () => {
  let lab: DesktopLab
  const folder = mkdtempSync(join(tmpdir(), 'tessera-first-'))
  const userData = join(folder, 'Anwender Müller 🍵')
  const disk = join(folder, 'Große Platte 💾')

  beforeAll(async () => {
    mkdirSync(SHOTS, { recursive: true })
    mkdirSync(disk)
    writeFileSync(join(disk, 'holiday.txt'), 'not ours')
    lab = await openDesktopLab()
  })
  afterAll(async () => {
    await lab?.close()
    rmSync(folder, { recursive: true, force: true })
  })

  test('asks once for the library folder, and refuses a path that is not a folder', async () => {
    const desktop = await lab.launch(FLAGS, userData, true)
    const question = await windowOf(desktop, 'ask.html')
    await question.getByText(join(userData, 'home', 'tessera', 'library')).waitFor()
    await question.screenshot({ path: `${SHOTS}/first-start.png` })

    await choose(desktop, join(disk, 'holiday.txt', 'below'))
    await question.getByRole('button', { name: 'Choose another folder…' }).click()
    const second = await windowOf(desktop, 'ask.html', 'below')
    await second.getByRole('button', { name: 'Use this folder' }).click()
    const third = await windowOf(desktop, 'ask.html', 'is not a folder')
    await choose(desktop, disk)
    await third.getByRole('button', { name: 'Choose another folder…' }).click()
    const fourth = await windowOf(desktop, 'ask.html', 'Tessera library')
    await fourth.getByRole('button', { name: 'Use this folder' }).click()
    const page = await windowOf(desktop, 'index.html')
    await page.getByRole('textbox', { name: 'Name of the project' }).waitFor()

    expect(existsSync(join(disk, 'Tessera library', 'library.db'))).toBe(true)
    expect(existsSync(join(userData, 'home', 'tessera', 'library'))).toBe(false)
    await desktop.app.close()
  })

  test('the second start opens that library without a question', async () => {
    const desktop = await lab.launch(FLAGS, userData, true)
    const page = await windowOf(desktop, 'index.html')
    await page.getByRole('textbox', { name: 'Name of the project' }).waitFor()
    await toSettings(page)

    await page.getByText(join(disk, 'Tessera library')).first().waitFor()
    expect(desktop.app.windows()).toEqual([page])
    await desktop.app.close()
  })

  test('a missing library is reported, and not replaced by a new one', async () => {
    const library = join(disk, 'Tessera library')
    renameSync(disk, `${disk} (away)`)
    mkdirSync(disk)
    const desktop = await lab.launch(FLAGS, userData, true)
    const question = await windowOf(desktop, 'ask.html', `Your library was in ${library}.`)
    await question.screenshot({ path: `${SHOTS}/library-missing.png` })
    await question.getByRole('button', { name: 'Try again' }).click()
    await windowOf(desktop, 'ask.html', 'Connect its disk')
    expect(existsSync(library)).toBe(false)

    rmSync(disk, { recursive: true })
    renameSync(`${disk} (away)`, disk)
    const second = await windowOf(desktop, 'ask.html', 'Connect its disk')
    await second.getByRole('button', { name: 'Try again' }).click()
    const page = await windowOf(desktop, 'index.html')
    await page.getByRole('textbox', { name: 'Name of the project' }).waitFor()
    await desktop.app.close()
  })

  test('a library that cannot be opened is reported without flags, and another folder can be chosen', async () => {
    const library = join(disk, 'Tessera library')
    rmSync(join(library, 'library.db'))
    mkdirSync(join(library, 'library.db'))
    const desktop = await lab.launch(FLAGS, userData, true)
    const question = await windowOf(desktop, 'ask.html', 'Tessera cannot open this library')
    expect(await question.locator('p').textContent()).toBe(
      `The file ${join(library, 'library.db')} cannot be used: it is a folder, not a file. Move it somewhere else, and try again.`,
    )
    await question.screenshot({ path: `${SHOTS}/library-unusable.png` })

    // A program that restarts itself would not be under the test's control.
    await desktop.app.evaluate(({ app }) => {
      app.relaunch = () => undefined
    })
    const remote = join(folder, 'elsewhere')
    mkdirSync(remote)
    await choose(desktop, remote)
    const ended = desktop.app.waitForEvent('close')
    await question.getByRole('button', { name: 'Choose another folder…' }).click()
    await ended
    const again = await lab.launch(FLAGS, userData, true)
    const page = await windowOf(again, 'index.html')
    await page.getByRole('textbox', { name: 'Name of the project' }).waitFor()

    expect(existsSync(join(remote, 'library.db'))).toBe(true)
    await again.app.close()
  })

  test('closing the question quits the program, which asks again at the next start', async () => {
    const other = join(folder, 'other')
    const desktop = await lab.launch(FLAGS, other, true)
    const question = await windowOf(desktop, 'ask.html')
    const ended = desktop.app.waitForEvent('close')
    await question.getByRole('button', { name: 'Quit' }).click()
    await ended

    const again = await lab.launch(FLAGS, other, true)
    await (await windowOf(again, 'ask.html')).getByRole('button', { name: 'Use this folder' }).waitFor()
    expect(existsSync(join(other, 'home', 'tessera'))).toBe(false)
    await again.app.close()
  })

  test('an archive opened during the question is imported once the studio is open', async () => {
    const archive = join(disk, 'harbour.zip')
    writeFileSync(archive, makeZip([{ path: 'cup.jpg', content: 'none' }]))
    const desktop = await lab.launch(FLAGS, join(folder, 'third'), true)
    const question = await windowOf(desktop, 'ask.html')
    const display = await desktop.app.evaluate(() => process.env['DISPLAY'])
    const { spawnfile, spawnargs } = desktop.app.process()
    const [, ...args] = spawnargs.filter((arg) => !/^--(?:inspect|remote-debugging)/.test(arg))
    const again = spawn(spawnfile, [...args, archive], { stdio: 'ignore', env: { ...process.env, DISPLAY: display } })
    expect(await once(again, 'exit')).toEqual([0, null])
    await question.getByRole('button', { name: 'Use this folder' }).click()

    const page = await windowOf(desktop, 'index.html')
    const name = page.getByRole('textbox', { name: 'Name of the project' })
    await expect.poll(() => name.inputValue()).toBe('harbour')
    await desktop.app.close()
  })

  test('a port that is in use is reported, and free ones can be used', async () => {
    const holder = await listening()
    const port = portOf(holder)
    const desktop = await lab.launch(['--only', 'studio,management', '--management-port', String(port)])
    const question = await windowOf(desktop, 'ask.html')
    await question.getByText(`Port ${port} is in use, so the management server cannot start.`).waitFor()
    await question.screenshot({ path: `${SHOTS}/port-taken.png` })
    await question.getByRole('button', { name: 'Use free ports' }).click()

    const page = await windowOf(desktop, 'index.html')
    await page.getByRole('textbox', { name: 'Name of the project' }).waitFor()
    await toSettings(page)
    const address = page.getByText(/^http:\/\/127\.0\.0\.1:\d+/).first()
    await address.waitFor()
    expect(await address.textContent()).not.toContain(String(port))
    holder.close()
  })
})

async function toSettings(page: Page): Promise<void> {
  await page.evaluate(() => {
    location.hash = '#/settings'
  })
}

/** Sets the next folder that the system dialog returns. */
async function choose({ app }: Desktop, path: string): Promise<void> {
  await app.evaluate(({ dialog }, chosen) => {
    dialog.showOpenDialog = async () => ({ canceled: false, filePaths: [chosen] })
  }, path)
}

/** Returns the window of that page with the text on it: each exists when its page does. */
async function windowOf({ app }: Desktop, page: 'ask.html' | 'index.html', text = ''): Promise<Page> {
  let found: Page | undefined
  await expect
    .poll(async () => {
      for (const window of app.windows().filter((each) => each.url().includes(`/${page}`))) {
        const shown = await window.textContent('body').catch(() => undefined)
        if (shown?.includes(text)) found = window
      }
      return found !== undefined
    })
    .toBe(true)
  if (found === undefined) throw new Error('The window is gone')
  return found
}

async function listening(): Promise<Server> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return server
}

function portOf(server: Server): number {
  const address = server.address()
  return typeof address === 'object' ? (address?.port ?? 0) : 0
}
