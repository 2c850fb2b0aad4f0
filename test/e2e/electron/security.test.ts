import { createServer } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { NO_ELECTRON } from '#test/kit/electron-runtime'
import { fromRoot } from '../../../scripts/kit/paths.mjs'
import { type AttachedDesktop, type AttachedLab, openAttachedLab } from './attached.ts'

describe.skipIf(NO_ELECTRON)('the walls around the page', () => {
  let lab: AttachedLab
  let desktop: AttachedDesktop

  beforeAll(async () => {
    lab = await openAttachedLab()
    desktop = await lab.attach()
  })
  afterAll(() => lab?.close())

  test('the page has nothing of Node and nothing of Electron', async () => {
    const found = await desktop.page.evaluate(() =>
      ['require', 'process', 'module', 'Buffer', 'electron', 'ipcRenderer'].filter((name) => name in globalThis),
    )

    expect(found).toEqual([])
  })

  test('the window is sandboxed and its preload script is apart from the page', async () => {
    const preferences = await desktop.app.evaluate(({ BrowserWindow }) => {
      // Not in Electron's types, but in Electron.
      const contents: object | undefined = BrowserWindow.getAllWindows()[0]?.webContents
      if (contents === undefined || !('getLastWebPreferences' in contents)) return undefined
      const read: unknown = contents.getLastWebPreferences
      return typeof read === 'function' ? read.call(contents) : undefined
    })

    expect(preferences).toMatchObject({
      ...{ sandbox: true, contextIsolation: true, nodeIntegration: false, webviewTag: false },
      ...{ nodeIntegrationInSubFrames: false, webSecurity: true, allowRunningInsecureContent: false },
    })
  })

  test('a page that is led elsewhere stays where it is', async () => {
    const { page, said } = desktop
    for (const address of ['http://example.invalid/', 'https://example.invalid/', 'tessera://app/pictures/x/thumb']) {
      await page.evaluate((to) => location.assign(to), address)
      await said(`Kept a page from going to ${address}`)
    }

    expect(await page.evaluate(() => [location.href, document.title])).toEqual(['tessera://app/index.html', 'Tessera'])
  })

  test('a page opens no window and starts no other program', async () => {
    const opened = await desktop.page.evaluate(() => window.open('https://example.invalid/'))

    expect([opened, desktop.app.windows().length]).toEqual([null, 1])
  })

  test('a script in the text of a page does not run', async () => {
    const ran = await desktop.page.evaluate(() => {
      const violation = new Promise((resolve) =>
        addEventListener('securitypolicyviolation', (event) => resolve(event.effectiveDirective), { once: true }),
      )
      const script = document.createElement('script')
      script.textContent = 'globalThis.intruder = true'
      document.body.append(script)
      return violation.then((directive) => [directive, 'intruder' in globalThis])
    })

    expect(ran).toEqual(['script-src-elem', false])
  })

  test('a page reaches no other host, whatever it asks with', async () => {
    const { origin } = new URL(lab.station.urls.studio)

    const reached = await desktop.page.evaluate(async (address) => {
      const fetched = await fetch(address).then(String, () => 'refused')
      const socket = await new Promise((resolve) => {
        const line = new WebSocket(address.replace('http', 'ws'))
        line.onopen = () => resolve('open')
        line.onerror = () => resolve('refused')
      }).catch(() => 'refused')
      return [fetched, socket]
    }, `${origin}/rpc`)

    expect(reached).toEqual(['refused', 'refused'])
  })

  test('even a page without a policy of its own would reach no other host', async () => {
    const { origin } = new URL(lab.station.urls.studio)

    const reached = await desktop.app.evaluate(
      ({ session }, address) => session.defaultSession.fetch(address).then(String, (error: Error) => error.message),
      origin,
    )

    expect(reached).toBe('net::ERR_BLOCKED_BY_CLIENT')
  })

  test('a page embeds no page of another origin', async () => {
    const directive = await desktop.page.evaluate(() => {
      const violation = new Promise((resolve) =>
        addEventListener('securitypolicyviolation', (event) => resolve(event.effectiveDirective), { once: true }),
      )
      document.body.append(Object.assign(document.createElement('iframe'), { src: 'http://example.invalid/' }))
      return violation
    })

    expect(directive).toBe('frame-src')
  })

  test('permissions are refused, but for copying text', async () => {
    const answers = await desktop.page.evaluate(async () => {
      const names = ['geolocation', 'notifications', 'camera', 'microphone'] as const
      const states = await Promise.all(names.map((name) => navigator.permissions.query({ name })))
      const copied = await navigator.clipboard.writeText('tessera').then(
        () => 'copied',
        (error: Error) => error.message,
      )
      return [...states.map(({ state }) => state), copied]
    })

    expect(answers).toEqual(['denied', 'denied', 'denied', 'denied', 'copied'])
  })

  test('paths that lead out of the folder of pages lead nowhere', async () => {
    const statuses = await desktop.page.evaluate(() =>
      Promise.all(
        ['/..%2f..%2fpackage.json', '/%2e%2e/%2e%2e/package.json', '/..%5cpackage.json', '/assets', '/rpc', '/%zz'].map(
          async (path) => (await fetch(path)).status,
        ),
      ),
    )

    expect(statuses).toEqual([404, 404, 404, 404, 404, 404])
  })

  test('what is not the studio’s page in the studio’s window gets no message port', async () => {
    const stranger = createServer((_request, response) => response.end('<title>stranger</title>'))
    await new Promise<void>((resolve) => stranger.listen(0, '127.0.0.1', resolve))
    const address = stranger.address()
    const foreign = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/`

    await openWithPreload(desktop, foreign, 'foreign')
    await openWithPreload(desktop, 'tessera://app/index.html', undefined)

    await desktop.said(`Refused a message port to ${foreign}`)
    await desktop.said('Refused a message port to tessera://app/index.html')
    const refusals = desktop.errors().match(/Refused a message port/g)
    expect(refusals).toHaveLength(2)
    stranger.close()
  })

  test('the token of the station is nowhere in the page', async () => {
    const token = new URL(lab.station.urls.studio).searchParams.get('token') ?? ''

    const seen = await desktop.page.evaluate(async () => {
      const response = await fetch('/pictures/none/thumb')
      const said = [...response.headers].flat().join()
      return [said, await response.text(), JSON.stringify(performance.getEntries()), document.cookie].join()
    })

    expect([token.length, seen.includes(token)]).toEqual([48, false])
  })
})

/** Another window with our preload script, as a mistake in this program might open one. */
async function openWithPreload({ app }: AttachedDesktop, address: string, partition: string | undefined) {
  const preload = fromRoot('dist/preload/preload.cjs')
  await app.evaluate(
    async ({ BrowserWindow }, given) => {
      const { partition: apart, preload: script } = given
      const webPreferences = { preload: script, sandbox: true, ...(apart && { partition: apart }) }
      const window = new BrowserWindow({ show: false, webPreferences })
      await window.loadURL(given.address)
    },
    { address, preload, partition },
  )
}
