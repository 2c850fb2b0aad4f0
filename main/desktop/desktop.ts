import { join } from 'node:path'
import { app, BrowserWindow, clipboard, dialog, Menu, session, shell } from 'electron'
import { attachToStation } from './attach/attach.ts'
import { type EmbeddedCore, embeddedCore } from './core/embedded.ts'
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
import { releasesPage } from './releases.ts'
import { confirmLibraryLocation, libraryLocation, saveLibraryLocation } from './start/ask-place.ts'
import { FREE_PORTS, failureQuestion, OTHER_FOLDER, TRY_AGAIN } from './start/failure-question.ts'
import { preparePlace } from './start/library-place.ts'
import { type OpenedFiles, openedFiles } from './start/opened-files.ts'
import { watchForReplacement } from './start/replaced-program.ts'
import { isHeldByAnother, unusableTemporaryFolder, workingFolder } from './start/single-start.ts'
import { type StudioWindow, studioWindow } from './windows.ts'
import { say, speakAs, speakAsKept } from './words/speech.ts'

type Usable = Exclude<DesktopOptions, { mode: 'wrong' }>

/** The desktop shell: one window over one core. Must run before Electron is ready. */
export function runDesktop(): void {
  if (process.argv.includes('--version')) return tellVersion()
  if (isWithoutDisplay()) return refuse(NO_DISPLAY, 1)
  registerScheme()
  const options = readDesktopOptions({ args: process.argv.slice(1), environment: process.env })
  if (options.mode === 'wrong') return refuse(options.reason, 2)
  // Without a lock file a program that runs alone would be told that another one does.
  const unwritable = unwritableSettingsFolder()
  if (unwritable !== undefined) return refuseInWindow(unwritable, () => unwritableSentence(unwritable))
  const settings = app.getPath('userData')
  const temporary = unusableTemporaryFolder()
  if (temporary !== undefined) return refuseInWindow(settings, () => temporarySentence(temporary))
  if (!app.requestSingleInstanceLock())
    return isHeldByAnother(settings) ? refuse(ALREADY_OPEN, 0) : refuseInWindow(settings, () => lockSentence(settings))
  lockDownPages()
  const files = openedFiles()
  files.openFrom(process.argv.slice(1), workingFolder())
  app.on('second-instance', (_event, args, folder) => {
    files.openFrom(args.slice(1), folder)
    raiseQuestion()
  })
  app.on('open-file', (event, path) => {
    event.preventDefault()
    files.open(path)
  })
  // Without a listener the program would end with the last window, and questions before the first one are windows.
  app.on('window-all-closed', () => undefined)
  app
    .whenReady()
    .then(() => open(options, files))
    .catch((failure: unknown) => refuse(failure instanceof Error ? (failure.stack ?? '') : String(failure), 1))
}

/** Before there is a studio, a question is the only window. */
function raiseQuestion(): void {
  for (const window of BrowserWindow.getAllWindows()) {
    window.show()
    window.focus()
  }
}

function tellVersion(): void {
  process.stdout.write(`${app.getVersion()}\n`)
  app.exit(0)
}

const NO_DISPLAY =
  'Tessera needs a display: neither DISPLAY nor WAYLAND_DISPLAY is set. On a computer without one, run tessera-station.'

/** Chromium would exit with its own message. */
function isWithoutDisplay(): boolean {
  const { DISPLAY, WAYLAND_DISPLAY } = process.env
  const isOther = app.commandLine.hasSwitch('ozone-platform') || app.commandLine.hasSwitch('headless')
  return process.platform === 'linux' && !DISPLAY && !WAYLAND_DISPLAY && !isOther
}

function refuse(reason: string, code: number): void {
  process.stderr.write(`${reason}\n`)
  app.exit(code)
}

/** The folder of the settings, where it cannot be written. Electron tells of none that it cannot make. */
function unwritableSettingsFolder(): string | undefined {
  try {
    const folder = app.getPath('userData')
    return 'refusal' in preparePlace(folder) ? folder : undefined
  } catch {
    return app.commandLine.getSwitchValue('user-data-dir') || join(app.getPath('appData'), app.getName())
  }
}

const ALREADY_OPEN = 'Tessera is already open; its window was brought to the front.'

function unwritableSentence(folder: string): string {
  return say(
    'Tessera keeps its settings in {{folder}}, where it cannot write. Make that folder writable, or start Tessera with --user-data-dir=FOLDER.',
    { folder },
  )
}

function temporarySentence(folder: string): string {
  return say(
    'Tessera cannot use {{folder}} for temporary files: it cannot write there, or the path is too long. Set TMPDIR to another folder.',
    { folder },
  )
}

function lockSentence(folder: string): string {
  return say(
    'Tessera cannot lock its settings in {{folder}}. Delete SingletonLock in that folder, then start Tessera again.',
    { folder },
  )
}

/** For whoever started it with a click and sees no terminal. */
function refuseInWindow(settings: string, text: () => string): void {
  // Nothing was said in another language yet.
  process.stderr.write(`${text()}\n`)
  void app.whenReady().then(() => {
    speakAsKept(join(settings, 'language.json'), app.getLocale())
    dialog.showErrorBox(say('Tessera cannot start'), text())
    app.exit(1)
  })
}

async function open(options: Usable, files: OpenedFiles): Promise<void> {
  const quitting = watchQuitting()
  speakAsKept(languageFile(), app.getLocale())
  lockDownSession(session.defaultSession)
  allowOwnDownloads(session.defaultSession)
  const placed = await withLibrary(options)
  const core = placed && (await openCore(placed))
  if (placed === undefined || core === undefined) return app.quit()
  const studio = showStudio(core, placed, { quitting, files })
  quitting.stopFirst(core, studio.show)
  watchForReplacement(process.env['APPIMAGE'] ?? process.execPath, () => void offerRestart(quitting))
}

async function offerRestart({ restart }: Quitting): Promise<void> {
  const answer = await ask({
    title: say('Another version of Tessera was installed'),
    text: say(
      'This window still runs the previous version. Restart Tessera to use the installed one. Until then, imports, version generation and models may fail.',
    ),
    acts: ['Restart', 'Later'],
  })
  if (answer?.act === 'Restart') restart()
}

/** The settings with the place of the library; undefined when a person was asked for it and would rather not start. */
async function withLibrary(options: Usable): Promise<Usable | undefined> {
  if (options.mode === 'attach' || options.isLibraryNamed) return options
  const library = await libraryLocation(options.core.library)
  app.on('will-quit', confirmLibraryLocation)
  return library === undefined ? undefined : { ...options, core: { ...options.core, library } }
}

async function openCore(options: Usable): Promise<CoreLink | undefined> {
  if (options.mode === 'attach') return attachToStation(options.station, () => app.quit())
  const settings = { ...options.core, pages: pagesFolder(), appVersion: app.getVersion() }
  const core = embeddedCore(settings, (failure) => void tellFailure(failure, core, options))
  core.start()
  return core
}

async function tellFailure(failure: CoreFailure, core: EmbeddedCore, options: Usable): Promise<void> {
  const answer = await ask(failureQuestion(failure, options.mode === 'embedded' && !options.isLibraryNamed))
  const act = answer?.act
  if (act === TRY_AGAIN) return core.start()
  if (act === FREE_PORTS) return core.startOnFreePorts()
  const remoteIs =
    act === OTHER_FOLDER && options.mode === 'embedded' && (await saveLibraryLocation(options.core.library))
  if (remoteIs) app.relaunch()
  app.quit()
}

interface Opening {
  readonly quitting: Quitting
  readonly files: OpenedFiles
}

function showStudio(core: CoreLink, options: Usable, { quitting, files }: Opening): StudioWindow {
  const studio = studioWindow(quitting.isForced)
  serveApp(session.defaultSession, { pages: pagesFolder(), core, opened: files.pathOf })
  hostIpc(core, studio.current, (language) => {
    if (speakAs(language, languageFile())) setMenu(core, options, studio)
  })
  setMenu(core, options, studio)
  studio.show(files.showWith(studio.show))
  // The one before heard of archives while there was nothing to show them with.
  app.removeAllListeners('second-instance')
  app.on('second-instance', (_event, args, folder) => {
    if (!files.openFrom(args.slice(1), folder)) studio.show()
  })
  app.on('activate', () => studio.show())
  app.on('window-all-closed', () => process.platform !== 'darwin' && app.quit())
  return studio
}

function setMenu(core: CoreLink, options: Usable, studio: StudioWindow): void {
  const { apiKey } = core
  const notices = noticesFile()
  const releases = releasesPage(app.getAppPath())
  const template = menuTemplate(
    {
      go: studio.show,
      copyApiKey: apiKey && (() => void copyKey(apiKey(), studio.current())),
      showLibrary: options.mode === 'embedded' ? () => void shell.openPath(options.core.library) : undefined,
      showAbout: () => app.showAboutPanel(),
      showNotices: notices === undefined ? undefined : () => showNotices(notices),
      showReleases: releases === undefined ? undefined : () => void shell.openExternal(releases),
    },
    { isMac: process.platform === 'darwin', isPackaged: app.isPackaged },
  )
  app.setAboutPanelOptions({
    applicationName: 'Tessera',
    applicationVersion: app.getVersion(),
    // The one line that the panels of all systems have.
    ...(notices !== undefined && { copyright: say('Third-party licenses: Help > Third-party notices') }),
  })
  Menu.setApplicationMenu(Menu.buildFromTemplate(template))
}

async function copyKey(key: string | undefined, window: BrowserWindow | undefined): Promise<void> {
  if (key !== undefined) await clipboard.writeText(key)
  const said =
    key === undefined
      ? { message: say('Can’t copy the API key: Tessera’s core is not running.') }
      : { message: say('API key copied'), detail: say('It ends in {{end}}.', { end: key.slice(-4) }) }
  const box = { ...said, buttons: ['OK'] }
  await (window === undefined ? dialog.showMessageBox(box) : dialog.showMessageBox(window, box))
}

function languageFile(): string {
  return join(app.getPath('userData'), 'language.json')
}

function pagesFolder(): string {
  return join(app.getAppPath(), 'dist/renderer')
}
