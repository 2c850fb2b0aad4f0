import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { NO_ELECTRON } from '#test/kit/electron-runtime'
import { type AttachedDesktop, type AttachedLab, openAttachedLab } from './attached.ts'
import { openStranger, preferencesOf, refusalsOf, type Stranger } from './tried.ts'

const PAGE = 'tessera://app/index.html'

/** The numbered points of Electron's security checklist about what a page may load. */
describe.skipIf(NO_ELECTRON)('Electron’s checklist: what a page may load', () => {
  let lab: AttachedLab
  let desktop: AttachedDesktop
  let stranger: Stranger

  beforeAll(async () => {
    lab = await openAttachedLab()
    desktop = await lab.attach()
    stranger = await openStranger()
  })
  afterAll(async () => {
    await lab?.close()
    stranger?.close()
  })

  test('1: only secure content is loaded, and nothing from another host', async () => {
    const { origin } = new URL(lab.station.urls.studio)

    const reached = await desktop.page.evaluate(async (address) => {
      const fetched = await fetch(address).then(String, () => 'refused')
      const socket = await new Promise((resolve) => {
        const line = new WebSocket(address.replace('http', 'ws'))
        line.onopen = () => resolve('open')
        line.onerror = () => resolve('refused')
      }).catch(() => 'refused')
      const script = `fetch('${address}').then(() => postMessage('open'), () => postMessage('refused'))`
      const worker = new Worker(URL.createObjectURL(new Blob([script])))
      const inWorker = await new Promise((resolve) => {
        worker.onmessage = ({ data }) => resolve(data)
      })
      return [fetched, socket, inWorker]
    }, `${origin}/rpc`)

    expect(reached).toEqual(['refused', 'refused', 'refused'])
  })

  test('WebRTC, which no policy covers, reaches no other host', async () => {
    const { port } = stranger

    const candidates = await desktop.page.evaluate(async (at) => {
      const turn = { urls: `turn:127.0.0.1:${at}?transport=tcp`, username: 'a', credential: 'b' }
      const call = new RTCPeerConnection({ iceServers: [{ urls: `stun:127.0.0.1:${at}` }, turn] })
      const found: string[] = []
      const gathered = new Promise<void>((resolve) => {
        call.onicecandidate = ({ candidate }) => (candidate === null ? resolve() : void found.push(candidate.candidate))
      })
      call.createDataChannel('leak')
      await call.setLocalDescription()
      await gathered
      call.close()
      return found
    }, port)

    expect([candidates, stranger.visits()]).toEqual([[], 0])
  })

  test('even a page without a policy reaches no other host', async () => {
    const { origin } = new URL(lab.station.urls.studio)

    const reached = await desktop.app.evaluate(
      ({ session }, address) =>
        Promise.all(
          [session.defaultSession, session.fromPartition('without filters')].map((each) =>
            each.fetch(address).then(String, (error: Error) => error.message),
          ),
        ),
      origin,
    )

    expect(reached).toEqual(['net::ERR_BLOCKED_BY_CLIENT', 'net::ERR_NAME_NOT_RESOLVED'])
  })

  test('6: the same-origin policy is enforced', async () => {
    const { page } = desktop
    await page.evaluate(() => {
      const apart = Object.assign(document.createElement('iframe'), { srcdoc: '<title>apart</title>', name: 'apart' })
      apart.setAttribute('sandbox', 'allow-scripts')
      const shown = new Promise((resolve) => apart.addEventListener('load', resolve, { once: true }))
      document.body.append(apart)
      return shown
    })
    const apart = page.frameLocator('iframe[name=apart]').locator('html')
    const inside = await apart.evaluate(() => {
      try {
        return parent.document.title
      } catch (error) {
        return error instanceof Error ? error.name : ''
      }
    })
    const outside = await page.evaluate(() => {
      const apart = document.querySelector<HTMLIFrameElement>('iframe[name=apart]')
      const seen = apart?.contentDocument ?? null
      apart?.remove()
      return [apart !== null, seen]
    })

    expect([inside, ...outside]).toEqual(['SecurityError', true, null])
  })

  test('7: a policy says what a page may load', async () => {
    const refusals = await refusalsOf(desktop.page, [
      { tag: 'script', properties: { textContent: 'globalThis.intruder = true' } },
      { tag: 'iframe', properties: { src: 'http://example.invalid/' } },
      { tag: 'iframe', properties: { src: PAGE } },
      { tag: 'object', properties: { data: 'file:///etc/passwd' } },
      { tag: 'embed', properties: { src: 'file:///etc/passwd' } },
      { tag: 'base', properties: { href: 'https://example.invalid/' } },
    ])

    const ran = await desktop.page.evaluate(async () => {
      // Electron's own tools may evaluate text; later code of the page may not.
      await new Promise((resolve) => setTimeout(resolve))
      try {
        // oxlint-disable-next-line typescript/no-implied-eval -- refusing it is the point
        return [new Function('globalThis.intruder = true')(), 'ran']
      } catch (error) {
        return [error instanceof Error && error.name, 'intruder' in globalThis]
      }
    })

    expect(refusals).toEqual(['script-src-elem', 'frame-src', 'frame-src', 'object-src', 'object-src', 'base-uri'])
    expect(ran).toEqual(['EvalError', false])
  })

  test('8: a page loads no mixed content', async () => {
    const { origin } = stranger
    const refusals = await refusalsOf(desktop.page, [
      { tag: 'img', properties: { src: `${origin}/a.png` } },
      { tag: 'script', properties: { src: `${origin}/a.js` } },
      { tag: 'style', properties: { textContent: `@import '${origin}/a.css'` } },
      { tag: 'video', properties: { src: `${origin}/a.webm` } },
    ])
    // A page without a policy.
    const loaded = await desktop.app.evaluate(async ({ BrowserWindow }, address) => {
      const window = new BrowserWindow({ show: false })
      await window.loadURL('tessera://app/nothing')
      const script = `new Promise((resolve) => {
        const script = Object.assign(document.createElement('script'), { src: '${address}' })
        script.onload = () => resolve('loaded')
        script.onerror = () => resolve('refused')
        document.body.append(script)
      })`
      const outcome: unknown = await window.webContents.executeJavaScript(script)
      window.destroy()
      return outcome
    }, `${origin}/a.js`)

    expect(refusals).toEqual(['img-src', 'script-src-elem', 'style-src-elem', 'media-src'])
    expect([loaded, stranger.visits()]).toEqual(['refused', 0])
    expect(await preferencesOf(desktop, PAGE)).toMatchObject({ allowRunningInsecureContent: false, webSecurity: true })
  })
})
