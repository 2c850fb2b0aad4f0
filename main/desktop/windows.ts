import { join } from 'node:path'
import { app, BrowserWindow, dialog, nativeTheme } from 'electron'
import { PAGE } from './address.ts'
import { rememberBounds, rememberedBounds } from './bounds.ts'
import { GROUND } from './ground.ts'
import { keepOnPage } from './lock-down.ts'
import { say } from './words/speech.ts'

export interface StudioWindow {
  /** The window, while it is open. */
  current(): BrowserWindow | undefined
  /** Opens the window, or brings it to the front; `hash` is the place in the page to go to. */
  show(hash?: string): void
}

/** The one window with the studio in it. `mayLeave` says that the program ends and nobody is to be asked. */
export function studioWindow(mayLeave: () => boolean): StudioWindow {
  let window: BrowserWindow | undefined

  function open(hash: string) {
    const opened = createWindow()
    window = opened
    opened.on('closed', () => {
      window = undefined
    })
    opened.webContents.on('will-prevent-unload', (event) => {
      // Prevented means: close after all.
      if (mayLeave() || isLeavingMeant(opened)) event.preventDefault()
    })
    load(opened, hash)
  }

  return {
    current: () => window,
    show(hash = '') {
      if (window === undefined) return open(hash)
      if (window.isMinimized()) window.restore()
      window.show()
      window.focus()
      if (hash !== '') load(window, hash)
    },
  }
}

function createWindow(): BrowserWindow {
  const path = join(app.getPath('userData'), 'window.json')
  const { isMaximized, ...bounds } = rememberedBounds(path)
  const window = new BrowserWindow({
    ...bounds,
    ...(process.platform === 'darwin' && PAGE_IN_TITLE_BAR),
    minWidth: 1024,
    minHeight: 640,
    show: false,
    backgroundColor: nativeTheme.shouldUseDarkColors ? GROUND.dark : GROUND.light,
    webPreferences: {
      preload: join(app.getAppPath(), 'dist/preload/preload.cjs'),
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webviewTag: false,
      spellcheck: false,
    },
  })
  keepOnPage(window.webContents)
  rememberBounds(window, path)
  window.once('ready-to-show', () => (isMaximized ? window.maximize() : window.show()))
  return window
}

/** Where the menu is at the top of the screen, the page's own title bar takes the place of the system's. */
const PAGE_IN_TITLE_BAR = {
  titleBarStyle: 'hidden',
  titleBarOverlay: { height: 40 },
  trafficLightPosition: { x: 14, y: 13 },
} as const

/** With the page already open only its hash changes, and the page goes there without loading again. */
function load(window: BrowserWindow, hash: string): void {
  window.loadURL(`${PAGE}${hash}`).catch((failure: unknown) => {
    process.stderr.write(`The page could not be shown: ${String(failure)}\n`)
  })
}

/** The page asks to stay only while images are being sent. */
function isLeavingMeant(window: BrowserWindow): boolean {
  const choice = dialog.showMessageBoxSync(window, {
    type: 'warning',
    message: say('Images are still being imported'),
    detail: say('What has arrived stays. The rest can be dropped again later.'),
    buttons: [say('Keep importing'), say('Stop and close')],
    defaultId: 0,
    cancelId: 0,
  })
  return choice === 1
}
