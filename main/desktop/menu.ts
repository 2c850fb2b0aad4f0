import type { MenuItemConstructorOptions } from 'electron'
import { isPhrase, type Phrase, say } from './words/speech.ts'

export interface MenuActs {
  /** Opens an address of the page. */
  go(hash: string): void
  /** Copies the API key; undefined where the key is not this program's to give. */
  readonly copyApiKey: (() => void) | undefined
  /** Shows the library; undefined where it belongs to somebody else. */
  readonly showLibrary: (() => void) | undefined
  showAbout(): void
  /** Absent (undefined) where the program has none, as it was not packed. */
  readonly showNotices: (() => void) | undefined
  /** Absent (undefined) where the program knows no page with newer versions. */
  readonly showReleases: (() => void) | undefined
}

export interface MenuSurroundings {
  readonly isMac: boolean
  readonly isPackaged: boolean
}

type Entry = MenuItemConstructorOptions

const SEPARATOR: Entry = { type: 'separator' }

/** The program's menu. What the page can do by a key it takes first; the menu gets what the page leaves. */
export function menuTemplate(acts: MenuActs, { isMac, isPackaged }: MenuSurroundings): Entry[] {
  const settings = entry('Settings', 'CmdOrCtrl+,', () => acts.go('#/settings'))
  const key = acts.copyApiKey === undefined ? [] : [entry('Copy API key', undefined, acts.copyApiKey)]
  return [
    ...(isMac ? [macMenu([settings, ...key])] : []),
    { label: 'File', submenu: fileEntries(acts, isMac ? [] : [SEPARATOR, settings, ...key], isMac) },
    { role: 'editMenu' as const, label: 'Edit', submenu: editEntries() },
    { label: 'View', submenu: viewEntries(isPackaged) },
    { role: 'windowMenu' as const, label: 'Window', submenu: windowEntries(isMac) },
    { role: 'help' as const, label: 'Help', submenu: helpEntries(acts) },
  ].map(spoken)
}

/** Names of Electron's own commands, which it would show in English alone. */
const ROLES: Readonly<Record<string, Phrase>> = {
  about: 'About Tessera',
  services: 'Services',
  hide: 'Hide Tessera',
  hideothers: 'Hide others',
  unhide: 'Show all',
  quit: 'Quit',
  close: 'Close window',
  undo: 'Undo',
  redo: 'Redo',
  cut: 'Cut',
  copy: 'Copy',
  paste: 'Paste',
  delete: 'Delete',
  selectall: 'Select all',
  minimize: 'Minimize',
  zoom: 'Zoom',
  front: 'Bring all to front',
  zoomin: 'Zoom in',
  zoomout: 'Zoom out',
  resetzoom: 'Actual size',
  togglefullscreen: 'Full screen',
  reload: 'Reload',
  toggledevtools: 'Developer tools',
}

/** The entry and those below it, in the language of the moment. */
function spoken({ label, submenu, ...rest }: Entry): Entry {
  const english = label ?? ROLES[rest.role?.toLowerCase() ?? '']
  return {
    ...rest,
    ...(english !== undefined && { label: isPhrase(english) ? say(english) : english }),
    ...(Array.isArray(submenu) && { submenu: submenu.map(spoken) }),
  }
}

function editEntries(): Entry[] {
  const clipboard: Entry[] = [{ role: 'cut' }, { role: 'copy' }, { role: 'paste' }, { role: 'delete' }]
  return [{ role: 'undo' }, { role: 'redo' }, SEPARATOR, ...clipboard, SEPARATOR, { role: 'selectAll' }]
}

function windowEntries(isMac: boolean): Entry[] {
  return [
    { role: 'minimize' },
    { role: 'zoom' },
    ...(isMac ? [SEPARATOR, { role: 'front' as const }] : [{ role: 'close' as const }]),
  ]
}

function macMenu(own: Entry[]): Entry {
  const rest: Entry[] = [{ role: 'services' }, SEPARATOR, { role: 'hide' }, { role: 'hideOthers' }, { role: 'unhide' }]
  return {
    role: 'appMenu',
    label: 'Tessera',
    submenu: [{ role: 'about' }, SEPARATOR, ...own, SEPARATOR, ...rest, SEPARATOR, { role: 'quit' }],
  }
}

function fileEntries({ go }: MenuActs, own: Entry[], isMac: boolean): Entry[] {
  return [
    entry('New project', 'CmdOrCtrl+N', () => go('#/?new')),
    entry('All projects', 'CmdOrCtrl+Shift+P', () => go('#/')),
    ...own,
    SEPARATOR,
    { role: isMac ? 'close' : 'quit' },
  ]
}

function viewEntries(isPackaged: boolean): Entry[] {
  const zoom: Entry[] = [{ role: 'zoomIn' }, { role: 'zoomOut' }, { role: 'resetZoom' }]
  const forDevelopers: Entry[] = isPackaged ? [] : [SEPARATOR, { role: 'reload' }, { role: 'toggleDevTools' }]
  return [...zoom, SEPARATOR, { role: 'togglefullscreen' }, ...forDevelopers]
}

function helpEntries({ showLibrary, showAbout, showNotices, showReleases }: MenuActs): Entry[] {
  const library = showLibrary === undefined ? [] : [entry('Show library folder', undefined, showLibrary)]
  const notices = showNotices === undefined ? [] : [entry('Third-party notices', undefined, showNotices)]
  const releases = showReleases === undefined ? [] : [entry('Check for a new version…', undefined, showReleases)]
  return [...library, ...releases, ...notices, entry('About Tessera', undefined, showAbout)]
}

function entry(label: Phrase, accelerator: string | undefined, click: () => void): Entry {
  return { label, click, ...(accelerator !== undefined && { accelerator }) }
}
