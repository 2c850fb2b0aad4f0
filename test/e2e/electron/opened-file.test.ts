import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { NO_ELECTRON } from '#test/kit/electron-runtime'
import { photo } from '#test/kit/station-process'
import { untilIdle } from '#test/kit/tasks'
import { makeZip } from '#test/kit/zip-maker'
import { type AttachedDesktop, type AttachedLab, openAttachedLab } from './attached.ts'

describe.skipIf(NO_ELECTRON)('an archive that the system opens with the program', () => {
  let lab: AttachedLab
  let desktop: AttachedDesktop
  let page: Page
  const folder = mkdtempSync(join(tmpdir(), 'tessera-opened-'))
  const archive = join(folder, 'Häfen 2.ZIP')

  beforeAll(async () => {
    const image = { path: 'train/images/cup.jpg', content: await photo('coffee.jpg') }
    writeFileSync(archive, makeZip([image, { path: 'train/labels/cup.txt', content: '0 0.5 0.5 0.4 0.4\n' }]))
    lab = await openAttachedLab()
    desktop = await lab.attach()
    ;({ page } = desktop)
  })
  afterAll(async () => {
    await lab?.close()
    rmSync(folder, { recursive: true, force: true })
  })

  test('is passed to the running program under its name', async () => {
    await openAgain(archive)
    const name = page.getByRole('textbox', { name: 'Name of the project' })
    await expect.poll(() => name.inputValue()).toBe('Häfen 2')
    await page.getByText('Boxes', { exact: true }).click()
    await page.getByRole('button', { name: /^Continue with your images/ }).click()
    await page.waitForURL(/#\/p\/hafen-2\//)

    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Import/ })
      .click()
    await expect.poll(async () => (await lab.station.studio.projects.list()).map(({ images }) => images)).toEqual([1])
    await untilIdle(lab.station.studio)
  })

  test('a file that is not an archive only brings the window to the front', async () => {
    const before = page.url()
    writeFileSync(join(folder, 'notes.txt'), 'no archive')
    await openAgain(join(folder, 'notes.txt'))

    expect(page.url()).toBe(before)
    expect(desktop.app.windows()).toEqual([page])
  })

  test('a page can only read files that the system passed to it', async () => {
    const answers = await page.evaluate(async () => {
      const tries = ['/opened/', '/opened/..%2f..%2fetc%2fpasswd', '/opened/00000000-0000-0000-0000-000000000000']
      return Promise.all(tries.map(async (path) => (await fetch(path)).status))
    })

    expect(answers).toEqual([404, 404, 404])
  })

  /** Starts the program again with a file, like a double click does; it passes the file on and exits. */
  async function openAgain(path: string): Promise<void> {
    const display = await desktop.app.evaluate(() => process.env['DISPLAY'])
    const { spawnfile, spawnargs } = desktop.app.process()
    const [, ...args] = spawnargs.filter((arg) => !/^--(?:inspect|remote-debugging)/.test(arg))
    const again = spawn(spawnfile, [...args, path], { stdio: 'ignore', env: { ...process.env, DISPLAY: display } })
    expect(await once(again, 'exit')).toEqual([0, null])
  }
})
