import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WebSocketServer } from 'ws'
import { BrowserSessions, SESSIONS_URL } from '#common/contract/workspace/browser-sessions'
import { type Desktop, type DesktopLab, openDesktopLab } from '#test/kit/electron'
import { NO_ELECTRON } from '#test/kit/electron-runtime'
import { freePort } from '#test/kit/free-port'
import { type StationProcess, startStation } from '#test/kit/station-process'

describe.skipIf(NO_ELECTRON)('attaching to a station', () => {
  let lab: DesktopLab
  let desktop: Desktop
  let page: Page
  let station: StationProcess
  let port: number
  const [library = '', otherLibrary = ''] = [1, 2].map(() => mkdtempSync(join(tmpdir(), 'tessera-station-')))
  const start = (folder: string) => startStation(folder, ['--only', 'studio', '--studio-port', String(port)])

  beforeAll(async () => {
    lab = await openDesktopLab()
    port = await freePort()
  })
  afterAll(async () => {
    await lab?.close()
    await station?.kill()
    for (const folder of [library, otherLibrary]) rmSync(folder, { recursive: true, force: true })
  })

  test('a stopped station can be started and connected to again', async () => {
    desktop = await lab.launch(['--attach', `http://127.0.0.1:${port}/?token=none`])
    const question = await desktop.app.firstWindow()
    await question.getByRole('heading', { name: `No station answers at http://127.0.0.1:${port}` }).waitFor()
    await expect.poll(() => question.getByText('Connection refused.').isVisible()).toBe(true)
    station = await start(library)

    const retried = nextWindow(desktop)
    await question.getByRole('button', { name: 'Try again' }).click()
    const token = await retried
    const studio = nextWindow(desktop)
    await token.getByLabel('Token').fill(station.urls.studio)
    await token.getByRole('button', { name: 'Connect' }).click()

    page = await studio
    await page.getByRole('heading', { name: 'Start with your images' }).waitFor()
    // The token was exchanged for a session, which the station can end.
    const { sessions } = BrowserSessions.parse(await (await station.fetch(SESSIONS_URL)).json())
    expect(sessions.map(({ agent }) => agent)).toEqual(['Tessera'])
  })

  test('a window reconnects after its station has crashed', async () => {
    await station.kill()
    await page.getByRole('alert').filter({ hasText: 'Connection lost' }).waitFor()
    station = await start(library)
    await page.getByRole('alert').waitFor({ state: 'detached' })
    await station.studio.projects.create({ name: 'Seen at once', type: 'object-detection' })

    await page.getByText('Seen at once').first().waitFor()
    expect(desktop.app.windows()).toEqual([page])
  })

  test('a station that no longer accepts the token leads to a question', async () => {
    const asking = nextWindow(desktop)
    await station.stop()
    station = await start(otherLibrary)
    const question = await asking
    await question.getByLabel('Token').fill(new URL(station.urls.studio).searchParams.get('token') ?? '')
    await question.getByRole('button', { name: 'Connect' }).click()

    await page.getByRole('alert').waitFor({ state: 'detached' })
    expect(await page.evaluate(async () => (await fetch('/images/none0000/thumb')).status)).toBe(404)
  })

  test('a page whose station stopped before its first call says so', async () => {
    const brief = await openBriefStation()
    const { app } = await lab.launch(['--attach', `${brief}/?token=any`])

    const alert = (await app.firstWindow()).getByRole('alert')
    await alert.waitFor()
    expect(await alert.textContent()).toContain('No connection yet')
  })

  test('giving up quits the program', async () => {
    const { app } = await lab.launch(['--attach', `127.0.0.1:${await freePort()}`])
    const ended = once(app.process(), 'exit')

    await (await app.firstWindow()).getByRole('button', { name: 'Quit' }).click()

    expect(await ended).toEqual([0, null])
  })

  test('another computer is only connected to on request', async () => {
    const { app } = await lab.launch(['--attach', 'http://192.0.2.7:9002'])
    const question = await app.firstWindow()

    const ended = once(app.process(), 'exit')
    expect(await question.getByRole('heading').textContent()).toBe('Connect to http://192.0.2.7:9002')
    await question.getByRole('button', { name: 'Quit' }).click()

    expect(await ended).toEqual([0, null])
  })
})

/** Starts a server that answers like a station until its first caller has disconnected, and not again. */
async function openBriefStation(): Promise<string> {
  const port = await freePort()
  const server = createServer((_request, response) => response.end()).listen(port, '127.0.0.1')
  const sockets = new WebSocketServer({ server })
  sockets.once('connection', (socket) => {
    socket.once('close', () => {
      sockets.close()
      server.close()
      server.closeAllConnections()
    })
  })
  await once(server, 'listening')
  return `http://127.0.0.1:${port}`
}

function nextWindow({ app }: Desktop) {
  return app.waitForEvent('window')
}
