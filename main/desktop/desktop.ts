import { join } from 'node:path'
import { app, type BrowserWindow, clipboard, dialog, Menu, session, shell } from 'electron'
import { attachToStation } from './attach/attach.ts'
import { embeddedCore } from './core/embedded.ts'
import type { CoreFailure } from './core/supervisor.ts'
import type { CoreLink } from './core-link.ts'
import { hostIpc } from './ipc-host.ts'
import { allowOwnDownloads, lockDownPages, lockDownSession } from './lock-down.ts'
import { menuTemplate } from './menu.ts'
import { noticesFile, showNotices } from './notices.ts'
import { type DesktopOptions, readDesktopOptions } from './options.ts'
import { registerScheme, serveApp } from './protocol.ts'
import { ask } from './question/ask.ts'
import { type Quitting, watchQuitting } from './quitting.ts'
import { type StudioWindow, studioWindow } from './windows.ts'
import { say, speakAs, speakAsKept } from './words/speech.ts'

type Usable = Exclude<DesktopOptions, { mode: 'wrong' }>

/** The desktop shell: one window over one core. Must run before Electron is ready. */
export function runDesktop(): void {
  registerScheme()
  const options = readDesktopOptions({ args: process.argv.slice(1), environment: process.env })
  if (options.mode === 'wrong') return refuse(options.reason, 2)
  if (!app.requestSingleInstanceLock())
    return refuse('Tessera is open already; its window was brought to the front.', 0)
  lockDownPages()
  // Without a listener the program would end with the last window, and questions before the first one are windows.
  app.on('window-all-closed', () => undefined)
  app
    .whenReady()
    .then(() => open(options))
    .catch((failure: unknown) => refuse(failure instanceof Error ? (failure.stack ?? '') : String(failure), 1))
}

function refuse(reason: string, code: number): void {
  process.stderr.write(`${reason}\n`)
  app.exit(code)
}

async function open(options: Usable): Promise<void> {
  const quitting = watchQuitting()
  speakAsKept(languageFile(), app.getLocale())
  lockDownSession(session.defaultSession)
  allowOwnDownloads(session.defaultSession)
  const core = await openCore(options)
  if (core === undefined) return app.quit()
  quitting.stopFirst(core)
  showStudio(core, options, quitting)
}

async function openCore(options: Usable): Promise<CoreLink | undefined> {
  if (options.mode === 'attach') return attachToStation(options.station, () => app.quit())
  const settings = { ...options.core, pages: pagesFolder(), appVersion: app.getVersion() }
  const core = embeddedCore(settings, (failure) => void tellFailure(failure, core.start))
  core.start()
  return core
}

async function tellFailure({ reason, details }: CoreFailure, startAgain: () => void): Promise<void> {
  const text = `${reason} What was saved is safe on disk.`
  const answer = await ask({
    title: 'The core of Tessera is not running',
    text,
    details,
    acts: ['Start again', 'Quit'],
  })
  if (answer?.act === 'Start again') startAgain()
  else app.quit()
}

function showStudio(core: CoreLink, options: Usable, quitting: Quitting): void {
  const studio = studioWindow(quitting.isForced)
  serveApp(session.defaultSession, { pages: pagesFolder(), core })
  hostIpc(core, studio.current, (language) => {
    if (speakAs(language, languageFile())) setMenu(core, options, studio)
  })
  setMenu(core, options, studio)
  studio.show()
  app.on('second-instance', () => studio.show())
  app.on('activate', () => studio.show())
  app.on('window-all-closed', () => process.platform !== 'darwin' && app.quit())
}

function setMenu(core: CoreLink, options: Usable, studio: StudioWindow): void {
  const { apiKey } = core
  const notices = noticesFile()
  const template = menuTemplate(
    {
      go: studio.show,
      copyApiKey: apiKey && (() => void copyKey(apiKey(), studio.current())),
      showLibrary: options.mode === 'embedded' ? () => void shell.openPath(options.core.library) : undefined,
      showAbout: () => app.showAboutPanel(),
      showNotices: notices === undefined ? undefined : () => showNotices(notices),
    },
    { isMac: process.platform === 'darwin', isPackaged: app.isPackaged },
  )
  app.setAboutPanelOptions({
    applicationName: 'Tessera',
    applicationVersion: app.getVersion(),
    // The one line that the panels of all systems have.
    ...(notices !== undefined && { copyright: say('For third-party licences see Help > Third-party notices') }),
  })
  Menu.setApplicationMenu(Menu.buildFromTemplate(template))
}

async function copyKey(key: string | undefined, window: BrowserWindow | undefined): Promise<void> {
  if (key !== undefined) await clipboard.writeText(key)
  const said =
    key === undefined
      ? { message: say('The core is not running, so there is no key now') }
      : { message: say('The API key is in the clipboard'), detail: say(`It ends in ${key.slice(-4)}.`) }
  const box = { ...said, buttons: ['OK'] }
  await (window === undefined ? dialog.showMessageBox(box) : dialog.showMessageBox(window, box))
}

function languageFile(): string {
  return join(app.getPath('userData'), 'language.json')
}

function pagesFolder(): string {
  return join(app.getAppPath(), 'dist/renderer')
}
