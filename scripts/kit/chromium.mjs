/** A Chromium for tests and benchmarks of pages. */
import { accessSync, constants, existsSync, readdirSync, readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { runQuietly } from './processes.mjs'

export const CHROMIUM_NEEDED =
  'The tests and the rows of the benchmark that run in a browser need Chromium or Chrome. Install one, or name its program in CHROMIUM_PATH.'

/** @returns {string | undefined} */
export function findChromium() {
  const named = process.env['CHROMIUM_PATH']
  return [...(named ? [named] : []), ...usualPlaces(), ...playwrightPlaces()].find(isProgram)
}

/** Installs one, where a single safe command does so: as root on Debian or a derivative. */
export async function installChromium() {
  if (!canInstall()) return
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  await runQuietly('apt-get', ['update'], { env })
  for (const name of ['chromium-headless-shell', 'chromium']) {
    const { ok } = await runQuietly('apt-get', ['install', '-y', '--no-install-recommends', name], { env })
    if (ok) return
  }
}

export function canInstall() {
  return process.getuid?.() === 0 && existsSync('/usr/bin/apt-get') && isDebian()
}

function isDebian() {
  return (
    existsSync('/etc/os-release') && /^ID(_LIKE)?=.*\b(debian|ubuntu)\b/m.test(readFileSync('/etc/os-release', 'utf8'))
  )
}

function usualPlaces() {
  if (process.platform === 'darwin') {
    const apps = ['Google Chrome', 'Chromium', 'Microsoft Edge']
    return apps.flatMap((app) =>
      ['/Applications', join(homedir(), 'Applications')].map((at) => join(at, `${app}.app/Contents/MacOS/${app}`)),
    )
  }
  if (process.platform === 'win32') {
    const bases = ['PROGRAMFILES', 'PROGRAMFILES(X86)', 'LOCALAPPDATA'].flatMap((name) => process.env[name] ?? [])
    const programs = [
      'Google/Chrome/Application/chrome.exe',
      'Chromium/Application/chrome.exe',
      'Microsoft/Edge/Application/msedge.exe',
    ]
    return bases.flatMap((base) => programs.map((program) => join(base, program)))
  }
  // The headless shell comes first: it starts faster and draws the same.
  const names = [
    'chromium-headless-shell',
    'chromium',
    'chromium-browser',
    'google-chrome',
    'google-chrome-stable',
    'microsoft-edge',
  ]
  return [...names.map((name) => `/usr/bin/${name}`), '/snap/bin/chromium']
}

/** Returns the folders of Playwright's browsers, newest first. */
function playwrightPlaces() {
  const inside = ['chrome-linux/chrome', 'chrome-linux64/chrome', 'chrome-win/chrome.exe', 'chrome-win64/chrome.exe']
  const onMac = ['chrome-mac', 'chrome-mac-arm64'].map((folder) => `${folder}/Chromium.app/Contents/MacOS/Chromium`)
  return playwrightFolders().flatMap((folder) => [...inside, ...onMac].map((program) => join(folder, program)))
}

function playwrightFolders() {
  const caches = { darwin: 'Library/Caches', win32: 'AppData/Local', linux: '.cache' }
  const cache = process.platform === 'darwin' || process.platform === 'win32' ? caches[process.platform] : caches.linux
  const browsers = process.env['PLAYWRIGHT_BROWSERS_PATH'] ?? join(homedir(), cache, 'ms-playwright')
  if (!existsSync(browsers)) return []
  const found = readdirSync(browsers).filter((name) => /^chromium-\d+$/.test(name))
  return found.toSorted((a, b) => b.localeCompare(a, 'en', { numeric: true })).map((name) => join(browsers, name))
}

/** @param {string} path */
function isProgram(path) {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
