import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { NO_ELECTRON } from '#test/kit/electron-runtime'
import { type AttachedDesktop, type AttachedLab, openAttachedLab } from './attached.ts'

const PAGE = 'tessera://app/index.html'

/** The numbered points of Electron's security checklist about where a page may navigate and what it may open. */
describe.skipIf(NO_ELECTRON)('Electron’s checklist: where a page may go', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tessera-checklist-'))
  let lab: AttachedLab
  let desktop: AttachedDesktop

  beforeAll(async () => {
    lab = await openAttachedLab()
    desktop = await lab.attach()
  })
  afterAll(async () => {
    await lab?.close()
    rmSync(folder, { recursive: true, force: true })
  })

  test('11: no <webview> on a page can open windows', async () => {
    const made = await desktop.page.evaluate(() => {
      const element = Object.assign(document.createElement('webview'), { src: 'data:text/html,guest' })
      element.setAttribute('allowpopups', '')
      document.body.append(element)
      return [element.constructor.name, 'loadURL' in element, 'getWebContentsId' in element]
    })

    expect(made).toEqual(['HTMLElement', false, false])
    expect(await guests(desktop)).toBe(0)
  })

  test('12: a <webview> is refused before it is created, even in a window that allows it', async () => {
    const refused = await desktop.app.evaluate(async ({ BrowserWindow }) => {
      const window = new BrowserWindow({ show: false, webPreferences: { webviewTag: true } })
      const asked = new Promise((resolve) =>
        window.webContents.on('will-attach-webview', (event) => setImmediate(() => resolve(event.defaultPrevented))),
      )
      await window.loadURL('data:text/html,<webview src="data:text/html,guest" allowpopups></webview>')
      const answer = await asked
      window.destroy()
      return answer
    })

    expect(refused).toBe(true)
    expect(await guests(desktop)).toBe(0)
  })

  test('13: a page cannot navigate away', async () => {
    const { page, said } = desktop
    const addresses = ['http://example.invalid/', 'https://example.invalid/', 'tessera://app/images/x/thumb']
    for (const address of [...addresses, 'mailto:somebody@example.invalid']) {
      await page.evaluate((to) => location.assign(to), address)
      await said(`Kept a page from going to ${address}`)
    }
    await page.evaluate(() => {
      const refresh = { httpEquiv: 'refresh', content: '0;url=https://refresh.invalid/' }
      document.head.append(Object.assign(document.createElement('meta'), refresh))
    })
    await said('Kept a page from going to https://refresh.invalid/')

    expect(await shown(page)).toEqual([PAGE, 'Tessera'])
  })

  test('a page does not navigate when it does not accept a dropped file', async () => {
    const { app, page, said, errors } = desktop
    const path = join(folder, 'dropped.html')
    writeFileSync(path, '<title>dropped</title>')
    const dragged = await page.evaluateHandle(() => {
      const seen = { over: 0 }
      const ignore = (event: Event) => event.stopImmediatePropagation()
      for (const name of ['dragenter', 'drop']) addEventListener(name, ignore, true)
      addEventListener('dragover', (event) => [ignore(event), (seen.over += 1)], true)
      return seen
    })
    const hands = await app.context().newCDPSession(page)
    const data = { items: [], files: [path], dragOperationsMask: 1 }
    for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
      await hands.send('Input.dispatchDragEvent', { type, x: 300, y: 300, data })
    // Events after this navigation come after everything that the drop caused.
    await page.evaluate(() => location.assign('https://later.invalid/'))
    await said('Kept a page from going to https://later.invalid/')

    expect(await dragged.evaluate(({ over }) => over)).toBeGreaterThan(0)
    expect(errors()).not.toContain('file:')
    expect(await shown(page)).toEqual([PAGE, 'Tessera'])
  })

  test('14: a page cannot open windows', async () => {
    const opened = await desktop.page.evaluate(() => {
      const addresses = ['https://example.invalid/', 'file:///etc/passwd', 'about:blank', 'tessera://app/index.html']
      const windows = addresses.map((address) => window.open(address))
      const href = 'https://example.invalid/'
      const link = Object.assign(document.createElement('a'), { href, target: '_blank' })
      const form = Object.assign(document.createElement('form'), { action: href, target: '_blank' })
      document.body.append(link, form)
      link.click()
      link.dispatchEvent(new MouseEvent('click', { ctrlKey: true, shiftKey: true }))
      form.submit()
      return windows
    })

    expect(opened).toEqual([null, null, null, null])
    expect(desktop.app.windows()).toHaveLength(1)
  })

  test('only archives of the core and files that a page made are saved', async () => {
    await desktop.app.evaluate(({ session }) => {
      const asked: Record<string, boolean> = {}
      Object.assign(globalThis, { asked })
      session.defaultSession.on('will-download', (event, item) => {
        asked[item.getURL().replace(/[\w-]+$/, '')] = event.defaultPrevented
        event.preventDefault()
      })
    })
    const asked = () => desktop.app.evaluate(() => Reflect.get(globalThis, 'asked'))
    await desktop.page.evaluate(() => {
      const own = URL.createObjectURL(new Blob(['made here']))
      for (const href of ['data:text/plain,made', '/index.html', 'tessera://app/exports/one', own])
        Object.assign(document.createElement('a'), { href, download: 'saved.txt' }).click()
    })

    await expect.poll(asked).toEqual({
      'data:text/plain,': true,
      'tessera://app/index.': true,
      'tessera://app/exports/': false,
      'blob:tessera://app/': false,
    })
  })
})

/** Returns the address of the page and its title. */
function shown(page: Page): Promise<string[]> {
  return page.evaluate(() => [location.href, document.title])
}

/** Returns the number of pages embedded in pages. */
function guests({ app }: AttachedDesktop): Promise<number> {
  return app.evaluate(
    ({ webContents }) => webContents.getAllWebContents().filter((each) => each.getType() === 'webview').length,
  )
}
