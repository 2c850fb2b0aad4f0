import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { NO_ELECTRON } from '#test/kit/electron-runtime'
import electronPackage from '../../../node_modules/electron/package.json' with { type: 'json' }
import program from '../../../package.json' with { type: 'json' }
import { fromRoot } from '../../../scripts/kit/paths.mjs'
import { packagingConfig } from '../../../scripts/package/config.mjs'
import { type AttachedDesktop, type AttachedLab, openAttachedLab } from './attached.ts'
import { powersOf } from './tried.ts'

const PAGE = 'tessera://app/index.html'
/** The newest major version of Electron that is known here; Electron supports the latest three. */
const NEWEST_LINE = 45

/** The numbered points of Electron's security checklist about the program around the pages. */
describe.skipIf(NO_ELECTRON)('Electron’s checklist: the program around the pages', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tessera-checklist-'))
  const opened = join(folder, 'opened')
  let lab: AttachedLab
  let desktop: AttachedDesktop

  beforeAll(async () => {
    // Electron opens addresses with this program.
    writeFileSync(join(folder, 'xdg-open'), `#!/bin/sh\necho "$1" >> '${opened}'\n`)
    chmodSync(join(folder, 'xdg-open'), 0o755)
    vi.stubEnv('PATH', `${folder}${delimiter}${process.env['PATH']}`)
    lab = await openAttachedLab()
    desktop = await lab.attach()
    vi.unstubAllEnvs()
  })
  afterAll(async () => {
    await lab?.close()
    rmSync(folder, { recursive: true, force: true })
  })

  test.runIf(process.platform === 'linux')('15: no address of a page is opened by the system', async () => {
    const { app, page, said } = desktop
    const addresses = ['mailto:page@example.invalid', 'vscode://page.invalid/', 'https://page.invalid/']
    for (const address of addresses) {
      await page.evaluate((to) => {
        window.open(to)
        const frame = Object.assign(document.createElement('iframe'), { src: to })
        const link = Object.assign(document.createElement('a'), { href: to, target: '_blank' })
        document.body.append(frame, link)
        link.click()
        location.assign(to)
      }, address)
      await said(`Kept a page from going to ${address}`)
    }
    await app.evaluate(({ shell }) => shell.openExternal('mailto:program@example.invalid'))
    const seen = () => readFileSync(opened, { encoding: 'utf8', flag: 'a+' })

    await expect.poll(seen).toBe('mailto:program@example.invalid\n')
  })

  test('16: the program is packed with a supported Electron', () => {
    const { electron } = program.devDependencies
    const line = Number(electron.split('.')[0])

    // test/packaging proves that this one is packed.
    expect(electron).toBe(electronPackage.version)
    expect([line > NEWEST_LINE - 3, line <= NEWEST_LINE]).toEqual([true, true])
  })

  test('17: only the studio’s page in the studio’s window gets a message port', async () => {
    const foreign = 'http://stranger.invalid/'

    await openWithPreload(desktop, foreign, 'foreign')
    await openWithPreload(desktop, PAGE, undefined)

    await desktop.said(`Refused a message port to ${foreign}`)
    await desktop.said(`Refused a message port to ${PAGE}`)
    expect(refusals(desktop)).toHaveLength(2)
  })

  test('a page that the studio’s page embeds gets no message port', async () => {
    const before = refusals(desktop).length
    await desktop.page.evaluate(() => {
      const frame = Object.assign(document.createElement('iframe'), { srcdoc: 'embedded' })
      const shown = new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }))
      document.body.append(frame)
      return shown
    })
    await desktop.app.evaluate(({ BrowserWindow, ipcMain }) => {
      const sender = BrowserWindow.getAllWindows()
        .map(({ webContents }) => webContents)
        .find((each) => each.mainFrame.frames.some(({ url }) => url === 'about:srcdoc'))
      const senderFrame = sender?.mainFrame.frames.find(({ url }) => url === 'about:srcdoc')
      ipcMain.emit('tessera-ask-for-port', { sender, senderFrame }, 'en')
    })

    await desktop.said('Refused a message port to about:srcdoc')
    expect(refusals(desktop)).toHaveLength(before + 1)
  })

  test('18: files are not pages, and the program scheme only serves its own pages', async () => {
    const shown = await desktop.app.evaluate(async ({ BrowserWindow }) => {
      const window = new BrowserWindow({ show: false })
      const outcome = await window.loadURL('file:///etc/passwd').then(String, (error: Error) => error.message)
      window.destroy()
      return outcome
    })
    const asked = await desktop.page.evaluate(async () => {
      const fetched = await fetch('file:///etc/passwd').then(String, () => 'refused')
      const script = document.querySelector<HTMLScriptElement>('script[src]')?.src ?? ''
      const worker = await navigator.serviceWorker.register(script).then(String, (error: Error) => error.message)
      return [location.protocol, fetched, worker]
    })

    expect(shown).toMatch(/^ERR_BLOCKED_BY_CLIENT/)
    expect(asked).toEqual(['tessera:', 'refused', expect.stringMatching(/^Failed to register a ServiceWorker/)])
  })

  test('paths outside the folder of pages are not served', async () => {
    const paths = [
      '/..%2f..%2fpackage.json',
      '/%2e%2e/%2e%2e/package.json',
      '/..%5cpackage.json',
      '/assets',
      '/rpc',
      '/%zz',
      'tessera://app/../../etc/passwd',
      '/..%2f..%2f..%2f..%2fetc%2fpasswd',
      '/%252e%252e%252fetc%252fpasswd',
      '/assets/..%2f..%2fpreload/preload.cjs',
      '/index.html%00.txt',
      '/%00',
      '/images/%2e%2e/rpc',
      '/images/..%2frpc',
      '/images/..\\rpc',
      '/exports/..;/rpc',
    ]
    const statuses = await desktop.page.evaluate(
      (tried) => Promise.all(tried.map(async (path) => (await fetch(path)).status)),
      paths,
    )

    expect(statuses).toEqual(paths.map(() => 404))
  })

  test('19: the fuses of the packed program are set', () => {
    // test/packaging reads them in the packed program, and tests them.
    expect(packagingConfig()).toMatchObject({
      electronFuses: {
        runAsNode: false,
        enableNodeOptionsEnvironmentVariable: false,
        enableNodeCliInspectArguments: false,
        grantFileProtocolExtraPrivileges: false,
        enableCookieEncryption: true,
        enableEmbeddedAsarIntegrityValidation: true,
        onlyLoadAppFromAsar: true,
      },
    })
  })

  test('the token of the station is nowhere in the page', async () => {
    const token = new URL(lab.station.urls.studio).searchParams.get('token') ?? ''

    const seen = await desktop.page.evaluate(async () => {
      const response = await fetch('/images/none/thumb')
      const said = [...response.headers].flat().join()
      return [said, await response.text(), JSON.stringify(performance.getEntries()), document.cookie].join()
    })

    expect([token.length, seen.includes(token)]).toEqual([48, false])
  })

  test('a question window has neither scripts nor a preload script', async () => {
    const asking = await lab.launch(['--attach', 'http://192.0.2.7:9002'])
    await (await asking.app.firstWindow()).getByRole('heading').waitFor()

    // The test of the notices window checks the same there.
    expect(await powersOf(asking, 'tessera://app/ask.html')).toEqual({ javascript: false, messages: 0 })
    expect(await powersOf(desktop, PAGE)).toEqual({ javascript: true, messages: 1 })
    await asking.app.close()
  })
})

function refusals({ errors }: AttachedDesktop): string[] {
  return errors().match(/Refused a message port/g) ?? []
}

/** Opens another window with our preload script, like a bug in this program might. */
async function openWithPreload({ app }: AttachedDesktop, address: string, partition: string | undefined) {
  const preload = fromRoot('dist/preload/preload.cjs')
  await app.evaluate(
    async ({ BrowserWindow, session }, given) => {
      const { partition: apart, preload: script } = given
      // A page of an unknown host, without network access.
      if (apart) session.fromPartition(apart).protocol.handle('http', () => new Response('<title>stranger</title>'))
      const webPreferences = { preload: script, sandbox: true, ...(apart && { partition: apart }) }
      const window = new BrowserWindow({ show: false, webPreferences })
      await window.loadURL(given.address)
    },
    { address, preload, partition },
  )
}
