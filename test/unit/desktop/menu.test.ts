import type { MenuItemConstructorOptions } from 'electron'
import { expect, test, vi } from 'vitest'
import { type MenuActs, menuTemplate } from '#desktop/menu'

type Entry = MenuItemConstructorOptions

const NOTHING = () => undefined
const ACTS: MenuActs = {
  go: NOTHING,
  copyApiKey: undefined,
  showLibrary: undefined,
  showAbout: NOTHING,
  showNotices: undefined,
  showReleases: undefined,
}

/** Entries below Help. */
function helpOf(acts: MenuActs, isMac = false): Entry[] {
  const help = menuTemplate(acts, { isMac, isPackaged: true }).find(({ role }) => role === 'help')
  return Array.isArray(help?.submenu) ? help.submenu : []
}

test.for([true, false])('the notices of a packed program stand above About in the Help menu (macOS: %s)', (isMac) => {
  const labels = helpOf({ ...ACTS, showNotices: NOTHING }, isMac).map(({ label }) => label)

  expect(labels).toEqual(['Third-party notices', 'About Tessera'])
})

test('choosing the notices shows them', () => {
  const showNotices = vi.fn<() => void>()
  const { click } = helpOf({ ...ACTS, showNotices }).find(({ label }) => label === 'Third-party notices') ?? {}
  Reflect.apply(click ?? NOTHING, undefined, [])

  expect(showNotices).toHaveBeenCalledOnce()
})

test('a program that runs from its sources has no notices to offer', () => {
  expect(helpOf(ACTS).map(({ label }) => label)).toEqual(['About Tessera'])
})

test('a page with newer versions is offered where the program knows one', () => {
  const showReleases = vi.fn<() => void>()
  const { click } = helpOf({ ...ACTS, showReleases }).find(({ label }) => label === 'Check for a new version…') ?? {}
  Reflect.apply(click ?? NOTHING, undefined, [])

  expect(showReleases).toHaveBeenCalledOnce()
})

test.for([true, false])(
  'a packed program has no developer tools in its menu, and no key for them (macOS: %s)',
  (isMac) => {
    const rolesOf = (isPackaged: boolean) => roles(menuTemplate(ACTS, { isMac, isPackaged }))
    const forDevelopers = ['toggleDevTools', 'reload', 'forceReload', 'viewMenu']

    expect(rolesOf(true).filter((role) => forDevelopers.includes(role))).toEqual([])
    expect(rolesOf(false)).toEqual(expect.arrayContaining(['toggleDevTools', 'reload']))
  },
)

function roles(entries: readonly Entry[]): string[] {
  return entries.flatMap(({ role, submenu }) => [role ?? '', ...(Array.isArray(submenu) ? roles(submenu) : [])])
}
