import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { BrowserWindow, nativeTheme, session } from 'electron'
import { ORIGIN, SCHEME } from './address.ts'
import { GROUND } from './ground.ts'
import { keepOnPage, lockDownSession } from './lock-down.ts'
import { say } from './words/speech.ts'

const PAGE = `${ORIGIN}/notices.txt`
const PARTITION = 'notices'

let open: BrowserWindow | undefined

/** The notices that were packed with the program; undefined where it runs from its sources. */
export function noticesFile(): string | undefined {
  const path = join(process.resourcesPath, 'THIRD-PARTY-NOTICES.txt')
  return existsSync(path) ? path : undefined
}

/** Shows the notices in a window of their own, to read only. Its session serves this one file. */
export function showNotices(path: string): void {
  if (open !== undefined) return open.focus()
  const partition = session.fromPartition(PARTITION)
  if (!partition.protocol.isProtocolHandled(SCHEME)) {
    lockDownSession(partition)
    partition.protocol.handle(SCHEME, ({ url }) => answer(url, path))
  }
  const window = createWindow()
  open = window
  window.on('closed', () => {
    open = undefined
  })
  window.loadURL(PAGE).catch((failure: unknown) => {
    process.stderr.write(`The notices could not be shown: ${String(failure)}\n`)
    window.destroy()
  })
}

async function answer(url: string, path: string): Promise<Response> {
  if (url !== PAGE) return new Response(null, { status: 404 })
  return new Response(await readFile(path), { headers: { 'content-type': 'text/plain; charset=utf-8' } })
}

function createWindow(): BrowserWindow {
  const window = new BrowserWindow({
    width: 900,
    height: 720,
    title: say('Third-party notices'),
    backgroundColor: nativeTheme.shouldUseDarkColors ? GROUND.dark : GROUND.light,
    webPreferences: {
      partition: PARTITION,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      javascript: false,
    },
  })
  window.removeMenu()
  // A text names no title, and its address is none.
  window.on('page-title-updated', (event) => event.preventDefault())
  keepOnPage(window.webContents)
  return window
}
