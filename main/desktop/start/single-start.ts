import { accessSync, constants, readlinkSync, statSync } from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { isRunning } from '#processes/running'

/** Chromium keeps the socket of the program that runs in a folder of its own there, whose path Linux limits. */
const LONGEST_TEMPORARY = 60

/** The folder for temporary files where nothing can be put into it; without one, the program cannot tell whether it runs already. */
export function unusableTemporaryFolder(): string | undefined {
  const folder = tmpdir()
  if (process.platform === 'linux' && Buffer.byteLength(folder) > LONGEST_TEMPORARY) return folder
  try {
    accessSync(folder, constants.W_OK | constants.X_OK)
    return statSync(folder).isDirectory() ? undefined : folder
  } catch {
    return folder
  }
}

/**
 * Whether another Tessera holds these settings, as Chromium's lock says: a link to `HOST-PROCESS`. Without it nobody does, and a lock that was
 * refused could not be made. Windows has no such link.
 */
export function isHeldByAnother(settings: string): boolean {
  if (process.platform === 'win32') return true
  const [, host, pid] = /^(.*)-(\d+)$/.exec(lockTarget(settings)) ?? []
  if (host === undefined) return false
  return host !== hostname() || isRunning(Number(pid))
}

function lockTarget(settings: string): string {
  try {
    return readlinkSync(join(settings, 'SingletonLock'))
  } catch {
    return ''
  }
}

/** Where relative paths begin; the home of all folders where that of the start was deleted. */
export function workingFolder(): string {
  try {
    return process.cwd()
  } catch {
    return '/'
  }
}
