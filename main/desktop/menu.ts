import type { MenuItemConstructorOptions } from 'electron'

export interface MenuActs {
  /** Shows a place of the page. */
  go(hash: string): void
  /** Undefined where the key is not this program's to give. */
  readonly copyApiKey: (() => void) | undefined
  /** Undefined where the library is somebody else's. */
  readonly showLibrary: (() => void) | undefined
  showAbout(): void
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
    { role: 'editMenu' },
    { label: 'View', submenu: viewEntries(isPackaged) },
    { role: 'windowMenu' },
    { role: 'help', label: 'Help', submenu: helpEntries(acts) },
  ]
}

function macMenu(own: Entry[]): Entry {
  const rest: Entry[] = [{ role: 'services' }, SEPARATOR, { role: 'hide' }, { role: 'hideOthers' }, { role: 'unhide' }]
  return {
    role: 'appMenu',
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

function helpEntries({ showLibrary, showAbout }: MenuActs): Entry[] {
  const library = showLibrary === undefined ? [] : [entry('Show the library’s folder', undefined, showLibrary)]
  return [...library, entry('About Tessera', undefined, showAbout)]
}

function entry(label: string, accelerator: string | undefined, click: () => void): Entry {
  return { label, click, ...(accelerator !== undefined && { accelerator }) }
}
