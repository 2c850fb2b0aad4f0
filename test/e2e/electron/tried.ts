import { createServer } from 'node:http'
import type { Page } from 'playwright-core'
import type { Desktop } from '#test/kit/electron'

interface Added {
  readonly tag: string
  readonly properties: Readonly<Record<string, string>>
}

/** Adds the elements to the page one after the other, and returns which part of its policy blocked each. */
export async function refusalsOf(page: Page, elements: readonly Added[]): Promise<string[]> {
  const refusals: string[] = []
  for (const element of elements) refusals.push(await refusalOf(page, element))
  return refusals
}

function refusalOf(page: Page, added: Added): Promise<string> {
  return page.evaluate(async ({ tag, properties }) => {
    const refused = new Promise<string>((resolve) =>
      addEventListener('securitypolicyviolation', (event) => resolve(event.effectiveDirective), { once: true }),
    )
    const element = Object.assign(document.createElement(tag), properties)
    document.body.append(element)
    return refused.finally(() => element.remove())
  }, added)
}

/** Returns Electron's preferences of the window with the page. */
export function preferencesOf({ app }: Pick<Desktop, 'app'>, address: string): Promise<unknown> {
  return app.evaluate(({ BrowserWindow }, shown) => {
    // Exists in Electron, but not in its types.
    const contents: object | undefined = BrowserWindow.getAllWindows()
      .map(({ webContents }) => webContents)
      .find((each) => each.getURL().startsWith(shown))
    if (contents === undefined || !('getLastWebPreferences' in contents)) return undefined
    const read: unknown = contents.getLastWebPreferences
    return typeof read === 'function' ? read.call(contents) : undefined
  }, address)
}

/**
 * Returns whether scripts run in the window with the page, and how many messages its preload script sends when it is
 * reloaded.
 */
export async function powersOf(desktop: Pick<Desktop, 'app'>, address: string) {
  const messages = await desktop.app.evaluate(async ({ BrowserWindow }, shown) => {
    const contents = BrowserWindow.getAllWindows()
      .map(({ webContents }) => webContents)
      .find((each) => each.getURL().startsWith(shown))
    let count = 0
    contents?.on('ipc-message', () => (count += 1))
    const loaded = new Promise<void>((resolve) => contents?.once('did-finish-load', resolve))
    contents?.reload()
    await loaded
    return count
  }, address)
  const preferences = await preferencesOf(desktop, address)
  return { javascript: Object(preferences).javascript, messages }
}

/** An unknown host on this machine. */
export interface Stranger {
  readonly origin: string
  readonly port: number
  /** Returns the number of connections so far. */
  visits(): number
  close(): void
}

export async function openStranger(): Promise<Stranger> {
  let visits = 0
  const server = createServer((_request, response) => response.end('<title>stranger</title>'))
  server.on('connection', () => (visits += 1))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0
  return { origin: `http://127.0.0.1:${port}`, port, visits: () => visits, close: () => server.close() }
}
