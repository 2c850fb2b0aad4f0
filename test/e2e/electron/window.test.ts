import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { NO_ELECTRON } from '#test/kit/electron-runtime'
import { type AttachedDesktop, type AttachedLab, openAttachedLab } from './attached.ts'
import { powersOf } from './tried.ts'

describe.skipIf(NO_ELECTRON)('the window and its menu', () => {
  const userData = mkdtempSync(join(tmpdir(), 'tessera-bounds-'))
  const boundsFile = join(userData, 'window.json')
  const kept = () => JSON.parse(readFileSync(boundsFile, 'utf8'))
  let lab: AttachedLab
  let desktop: AttachedDesktop

  beforeAll(async () => {
    writeFileSync(boundsFile, JSON.stringify({ x: 40, y: 60, width: 1100, height: 700, isMaximized: false }))
    lab = await openAttachedLab()
    desktop = await lab.attach(userData)
  })
  afterAll(async () => {
    await lab?.close()
    rmSync(userData, { recursive: true, force: true })
  })

  test('the menu opens a new project without reloading the page', async () => {
    const { app, page } = desktop
    await page.evaluate(() => Object.assign(globalThis, { isSamePage: true }))

    await app.evaluate(({ Menu }) => {
      const file = Menu.getApplicationMenu()?.items.find(({ label }) => label === 'File')
      file?.submenu?.items.find(({ label }) => label === 'New project')?.click()
    })
    await page.waitForURL('tessera://app/index.html#/?new')

    expect(await page.evaluate(() => 'isSamePage' in globalThis)).toBe(true)
  })

  test('the menu reveals neither key nor folder of a station, and uses the page’s language', async () => {
    const { app, page } = desktop
    const labelsNow = () =>
      app.evaluate(({ Menu }) =>
        (Menu.getApplicationMenu()?.items ?? []).flatMap(
          ({ submenu }) => submenu?.items.map(({ label }) => label) ?? [],
        ),
      )

    const labels = await labelsNow()
    await page.evaluate(() => localStorage.setItem('tessera.language', 'de'))
    await page.reload()

    expect(labels).toEqual(expect.arrayContaining(['New project', 'Settings', 'Undo', 'Developer tools']))
    expect(labels.filter((label) => /key|folder/i.test(label))).toEqual([])
    await expect.poll(labelsNow).toEqual(expect.arrayContaining(['Neues Projekt', 'Rückgängig', 'Über Tessera']))
    expect(JSON.parse(readFileSync(join(userData, 'language.json'), 'utf8'))).toEqual({ language: 'de' })
  })

  test('the packed third-party notices open in their own window', async () => {
    const { app, page } = desktop
    writeFileSync(join(userData, 'THIRD-PARTY-NOTICES.txt'), 'Notices: libvips – LGPL\n')
    await app.evaluate((_electron, value) => {
      Object.defineProperty(process, 'resourcesPath', { value })
    }, userData)
    // The menu is rebuilt when the language changes.
    await page.evaluate(() => localStorage.setItem('tessera.language', 'en'))
    await page.reload()
    const choose = () =>
      app.evaluate(({ Menu }) => {
        const items = Menu.getApplicationMenu()?.items.flatMap(({ submenu }) => submenu?.items ?? [])
        const notices = items?.find(({ label }) => label === 'Third-party notices')
        notices?.click()
        return notices !== undefined
      })
    const opened = app.waitForEvent('window')

    await expect.poll(choose).toBe(true)
    const notices = await opened
    await choose()

    expect(notices.url()).toBe('tessera://app/notices.txt')
    expect(await notices.locator('body').textContent()).toBe('Notices: libvips – LGPL\n')
    expect(app.windows()).toHaveLength(2)
    expect(await powersOf(desktop, 'tessera://app/notices.txt')).toEqual({ javascript: false, messages: 0 })
    await notices.close()
  })

  test('a second start brings the open window to the front and ends', async () => {
    const { app } = desktop
    await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.minimize())
    const shown = app.evaluate(({ app: program }) => new Promise((resolve) => program.once('second-instance', resolve)))

    const second = lab.launch(['--attach', lab.station.urls.studio], userData)

    await expect(second).rejects.toThrow(/Tessera is already open/)
    await shown
    expect(await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isMinimized())).toBe(false)
  })

  test('the window reopens at its last position, and a signal quits the program cleanly', async () => {
    const { app } = desktop
    const closed = once(app.process(), 'exit')
    const before = await boundsOf(desktop)
    await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close())
    await closed
    expect(before).toMatchObject({ width: 1100, height: 700 })
    expect(kept()).toEqual({ ...before, isMaximized: false })

    const next = await lab.attach(userData)
    const child = next.app.process()
    const ended = once(child, 'exit')
    expect(await boundsOf(next)).toEqual(before)
    child.kill('SIGTERM')

    expect(await ended).toEqual([0, null])
  })
})

function boundsOf({ app }: AttachedDesktop) {
  return app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.getNormalBounds())
}
