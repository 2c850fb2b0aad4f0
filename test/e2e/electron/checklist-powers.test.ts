import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { NO_ELECTRON } from '#test/kit/electron-runtime'
import { type AttachedDesktop, type AttachedLab, openAttachedLab } from './attached.ts'
import { preferencesOf } from './tried.ts'

const PAGE = 'tessera://app/index.html'

/** The numbered points of Electron's security checklist about the powers of a page. */
describe.skipIf(NO_ELECTRON)('Electron’s checklist: the powers of a page', () => {
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

  test('2: neither a page nor its workers and frames have access to Node or Electron', async () => {
    const found = await desktop.page.evaluate(async () => {
      const names = ['require', 'process', 'module', 'Buffer', 'electron', 'ipcRenderer']
      const script = `postMessage(${JSON.stringify(names)}.filter((name) => name in globalThis))`
      const worker = new Worker(URL.createObjectURL(new Blob([script])))
      const inWorker = new Promise<unknown>((resolve) => {
        worker.onmessage = ({ data }) => resolve(data)
      })
      const frame = document.createElement('iframe')
      document.body.append(frame)
      const inFrame = names.filter((name) => frame.contentWindow !== null && name in frame.contentWindow)
      frame.remove()
      return { inPage: names.filter((name) => name in globalThis), inWorker: await inWorker, inFrame }
    })

    expect(found).toEqual({ inPage: [], inWorker: [], inFrame: [] })
  })

  test('3: a page that changes the language itself gets nothing from the preload script', async () => {
    const { app, page } = desktop
    const stolen = await page.evaluateHandle(() => {
      const found: string[] = []
      const { call } = Function.prototype
      Function.prototype.call = function (...values) {
        for (const value of [this, ...values])
          if (typeof value === 'object' && value !== null && 'sendSync' in value) found.push('Function.prototype.call')
        return Reflect.apply(call, this, values)
      }
      window.postMessage = () => void found.push('postMessage')
      return found
    })
    const arrived = page.evaluate(
      () => new Promise((resolve) => addEventListener('message', ({ data }) => resolve(data), { once: true })),
    )

    await app.evaluate(({ BrowserWindow, MessageChannelMain }) => {
      BrowserWindow.getAllWindows()[0]?.webContents.postMessage('tessera-port', null, [new MessageChannelMain().port1])
    })
    const message = await arrived
    const found = await stolen.jsonValue()
    await page.reload()
    await page.getByRole('banner').waitFor()

    expect([message, found]).toEqual(['tessera-port', []])
    expect(await preferencesOf(desktop, PAGE)).toMatchObject({ contextIsolation: true })
  })

  test('4: the window is sandboxed: even a replaced preload script reaches no files or programs', async () => {
    const preferences = await preferencesOf(desktop, PAGE)
    const preload = join(folder, 'intruder.cjs')
    writeFileSync(
      preload,
      `const found = ['node:fs', 'node:child_process'].filter((name) => { try { return require(name) } catch { return false } })
      addEventListener('DOMContentLoaded', () => { document.title = JSON.stringify([process.sandboxed, found]) })`,
    )
    const title = await desktop.app.evaluate(
      async ({ BrowserWindow }, webPreferences) => {
        const window = new BrowserWindow({ show: false, webPreferences })
        await window.loadURL('tessera://app/nothing')
        const said: unknown = await window.webContents.executeJavaScript('document.title')
        window.destroy()
        return said
      },
      { ...Object(preferences), preload },
    )

    expect(preferences).toMatchObject({
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webviewTag: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      allowRunningInsecureContent: false,
    })
    expect(title).toBe('[true,[]]')
  })

  test('5: permissions are refused, except for copying text', async () => {
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

  test('device requests of a page are refused', async () => {
    const outcomes = await desktop.page.evaluate(async () => {
      const asked = {
        'clipboard.readText': () => navigator.clipboard.readText(),
        'mediaDevices.getDisplayMedia': () => navigator.mediaDevices.getDisplayMedia(),
        requestMIDIAccess: () => navigator.requestMIDIAccess(),
        'geolocation.getCurrentPosition': () =>
          new Promise((resolve, reject) => navigator.geolocation.getCurrentPosition(resolve, reject)),
        'wakeLock.request': () => navigator.wakeLock.request('screen'),
        'storage.persist': () => navigator.storage.persist(),
        'usb.requestDevice': () => Reflect.get(navigator, 'usb').requestDevice({ filters: [] }),
        'hid.requestDevice': () => Reflect.get(navigator, 'hid').requestDevice({ filters: [] }),
        'serial.requestPort': () => Reflect.get(navigator, 'serial').requestPort(),
      }
      const tried = Object.entries(asked).map(async ([name, ask]) => [
        name,
        await Promise.resolve()
          .then(ask)
          .then(
            (given: unknown) => JSON.stringify(given),
            () => 'refused',
          ),
      ])
      return Object.fromEntries(await Promise.all(tried))
    })
    const bluetooth = await desktop.app.evaluate(({ BrowserWindow }) => {
      const chosen: unknown[] = []
      const event = { defaultPrevented: false, preventDefault: () => chosen.push('ours') }
      const contents = BrowserWindow.getAllWindows()[0]?.webContents
      contents?.emit('select-bluetooth-device', event, [{ deviceId: 'near' }], (id: string) => chosen.push(id))
      return chosen
    })

    expect(outcomes).toEqual({
      ...Object.fromEntries(Object.keys(outcomes).map((name) => [name, 'refused'])),
      'storage.persist': 'false',
      'hid.requestDevice': '[]',
    })
    expect(bluetooth).toEqual(['ours', ''])
  })

  test('9: experimental features are disabled', async () => {
    const [studio, usual, experimental] = await globals(desktop)
    const features = experimental.filter((name) => !usual.includes(name))

    expect(features.length).toBeGreaterThan(0)
    expect(features.filter((name) => studio.includes(name))).toEqual([])
  })

  test('10: no Blink features are enabled', async () => {
    const switches = ['enable-blink-features', 'enable-features', 'enable-experimental-web-platform-features']
    const set = await desktop.app.evaluate(
      ({ app }, names) => names.filter((name) => app.commandLine.hasSwitch(name)),
      switches,
    )

    expect(set).toEqual([])
    expect(await preferencesOf(desktop, PAGE)).toMatchObject({ enableBlinkFeatures: '', experimentalFeatures: false })
  })

  test('20: the preload script exposes nothing to a page', async () => {
    const [studio, usual] = await globals(desktop)

    // One of our packages stores its settings there.
    expect(studio.filter((name) => !usual.includes(name) && !name.startsWith('__zod'))).toEqual([])
  })
})

/**
 * Returns the names that the page sees, those that our page without a preload script would see, and the latter with
 * experimental features.
 */
function globals({ app }: AttachedDesktop): Promise<[string[], string[], string[]]> {
  return app.evaluate(async ({ BrowserWindow }) => {
    const names = (window: Electron.BrowserWindow | undefined): Promise<string[]> | undefined =>
      window?.webContents.executeJavaScript('Object.getOwnPropertyNames(globalThis)')
    async function namesWith(experimentalFeatures: boolean) {
      const window = new BrowserWindow({ show: false, webPreferences: { experimentalFeatures } })
      await window.loadURL('tessera://app/nothing')
      const found = await names(window)
      window.destroy()
      return found ?? []
    }
    const studio = (await names(BrowserWindow.getAllWindows()[0])) ?? []
    return [studio, await namesWith(false), await namesWith(true)]
  })
}
