import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type DesktopLab, openDesktopLab } from '#test/kit/electron'
import { NO_ELECTRON } from '#test/kit/electron-runtime'
import { fromRoot } from '../../../scripts/kit/paths.mjs'

const SHOTS = fromRoot('test-results/electron')
const FLAGS = ['--only', 'studio']

describe.skipIf(NO_ELECTRON)('a library without its database', () => {
  let lab: DesktopLab

  beforeAll(async () => {
    mkdirSync(SHOTS, { recursive: true })
    lab = await openDesktopLab()
  })
  afterAll(() => lab?.close())

  test('is read-only in the window, and writable once it is accepted', async () => {
    const library = await lostLibrary()
    const { app } = await lab.launch(['--library', library, ...FLAGS])
    const page = await app.firstWindow()

    const banner = page.getByRole('alert').filter({ hasText: 'The library is read-only: library.db is missing' })
    await banner.waitFor()
    await page.screenshot({ path: `${SHOTS}/read-only.png` })
    await banner.getByRole('button', { name: 'Accept as it is…' }).click()
    await page.getByRole('button', { name: 'Accept and restart' }).click()
    await banner.waitFor({ state: 'detached' })
    await page.getByRole('dialog').waitFor({ state: 'detached' })

    await page.getByRole('textbox', { name: 'Name of the project' }).fill('Afterwards')
    await page.getByRole('button', { name: 'Start empty' }).click()
    await page.waitForURL(/#\/p\/afterwards\/images$/)
    expect(app.windows()).toEqual([page])
  })

  /** Makes a library with a photograph, whose database was removed. */
  async function lostLibrary(): Promise<string> {
    const { app, userData } = await lab.launch(FLAGS)
    const studio = await app.firstWindow()
    await studio.getByRole('textbox', { name: 'Name of the project' }).fill('Pets')
    const choosing = studio.waitForEvent('filechooser')
    await studio.getByRole('button', { name: 'Choose single images' }).click()
    await (await choosing).setFiles(fromRoot('test/fixtures/photos/chelsea.jpg'))
    await studio.getByRole('option', { name: /^chelsea\.jpg/ }).waitFor()
    await app.close()
    const library = join(userData, 'library')
    for (const ending of ['', '-wal', '-shm']) rmSync(join(library, `library.db${ending}`), { force: true })
    return library
  }
})
