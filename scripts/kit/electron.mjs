/** Finds the Electron program, and whether the desktop app can run with it. */
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fromRoot } from './paths.mjs'
import { lastLines, runQuietly } from './processes.mjs'

const FETCH_LIMIT_MS = 60_000
/** @type {Record<string, string>} */
const PROGRAMS = { darwin: 'Electron.app/Contents/MacOS/Electron', win32: 'electron.exe' }

/**
 * Electron's program where the desktop app can start, otherwise the reason in words.
 * @typedef {{ program: string } | { reason: string }} Desktop
 */

/** @param {readonly string[]} flags @returns {Promise<Desktop>} */
export async function findDesktop(flags) {
  if (flags.includes('--station')) return { reason: 'you asked for it' }
  if (!hasDisplay()) return { reason: 'this machine has no display' }
  const given = process.env['ELECTRON_OVERRIDE_DIST_PATH']
  if (given) return overriddenDesktop(given, flags)
  const found = await installedElectron()
  return 'program' in found && isSandboxForbidden(found.program)
    ? { reason: 'this system lets no program but root use a sandbox, and Electron needs one' }
    : found
}

/** Returns whether Chromium's sandbox must be disabled, because it refuses to start as root. */
export function mustSkipSandbox() {
  return process.platform === 'linux' && process.getuid?.() === 0
}

function hasDisplay() {
  if (process.platform !== 'linux') return true
  return Boolean(process.env['DISPLAY'] || process.env['WAYLAND_DISPLAY'])
}

/**
 * A runtime set by hand may be too old for the core, so it can only show a core that runs elsewhere.
 * @param {string} folder
 * @param {readonly string[]} flags
 * @returns {Desktop}
 */
function overriddenDesktop(folder, flags) {
  const program = programIn(folder)
  if (!existsSync(program)) return { reason: 'there is no Electron where ELECTRON_OVERRIDE_DIST_PATH points' }
  if (flags.some((flag) => flag === '--attach' || flag.startsWith('--attach='))) return { program }
  return { reason: 'the Electron of ELECTRON_OVERRIDE_DIST_PATH can only show a running station (--attach URL)' }
}

/** @returns {Promise<Desktop>} */
async function installedElectron() {
  const program = programIn(fromRoot('node_modules/electron/dist'))
  if (existsSync(program)) return { program }
  console.error('Fetching Electron, once.')
  const fetched = await runQuietly(process.execPath, [fromRoot('node_modules/electron/install.js')], {
    timeoutMs: FETCH_LIMIT_MS,
  })
  if (existsSync(program)) return { program }
  return { reason: `Electron could not be fetched (${lastLines(fetched.output, 1) || 'no answer within a minute'})` }
}

/** @param {string} folder */
function programIn(folder) {
  return join(folder, PROGRAMS[process.platform] ?? 'electron')
}

/**
 * Some Linux systems forbid user namespaces. Only a helper owned by root can open the sandbox there.
 * @param {string} program
 */
function isSandboxForbidden(program) {
  if (process.platform !== 'linux' || mustSkipSandbox()) return false
  const forbids = isSetTo('/proc/sys/kernel/apparmor_restrict_unprivileged_userns', '1')
  const forbidsAll = isSetTo('/proc/sys/kernel/unprivileged_userns_clone', '0')
  if (!forbids && !forbidsAll) return false
  const helper = statSync(join(program, '../chrome-sandbox'), { throwIfNoEntry: false })
  return helper === undefined || helper.uid !== 0 || (helper.mode & 0o4000) === 0
}

/** @param {string} setting @param {string} value */
function isSetTo(setting, value) {
  return existsSync(setting) && readFileSync(setting, 'utf8').trim() === value
}
