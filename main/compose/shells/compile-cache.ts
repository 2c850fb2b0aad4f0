import { chmodSync, lstatSync, realpathSync, type Stats } from 'node:fs'
import { enableCompileCache } from 'node:module'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { makeFolderSync } from '#disk/make-folder'

/**
 * Keeps the compiled form of every module between starts, which shortens the time to the first answer. What lies in the cache is run as it
 * is, so it lies where nobody else can write; without such a place nothing is kept. Call before the modules are loaded.
 */
export function keepCompiled(): void {
  const folder = privateFolder(join(cacheFolder(process.env), 'compiled'))
  if (folder !== undefined) enableCompileCache(folder)
}

/** The usual place on each system for what a program can make again. */
function cacheFolder(environment: Readonly<Record<string, string | undefined>>): string {
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Caches', 'Tessera')
  if (process.platform === 'win32') return join(environment['LOCALAPPDATA'] ?? homedir(), 'Tessera', 'Cache')
  return join(environment['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'tessera')
}

/** The folder, made where it is missing; undefined where another user could put something into it. */
export function privateFolder(folder: string): string | undefined {
  try {
    makeFolderSync(folder, 0o700)
    // Windows protects the folders of a person's profile itself.
    if (process.platform === 'win32') return folder
    const place = realpathSync(folder)
    const found = lstatSync(place)
    if (!found.isDirectory() || found.uid !== process.getuid?.() || isWritableByOthers(found)) return undefined
    if (!isReachedSafely(dirname(place))) return undefined
    chmodSync(place, 0o700)
    return place
  } catch {
    return undefined
  }
}

function isWritableByOthers({ mode }: Stats): boolean {
  return (mode & 0o022) !== 0
}

/** Whether nobody else can put another folder into the place of one below: as every folder above belongs to this user or the system. */
function isReachedSafely(folder: string): boolean {
  const found = lstatSync(folder)
  const isOurs = found.uid === 0 || found.uid === process.getuid?.()
  // In a folder with the sticky bit only the owner of a thing can rename it.
  const isSafe = !isWritableByOthers(found) || (found.mode & 0o1000) !== 0
  return isOurs && isSafe && (dirname(folder) === folder || isReachedSafely(dirname(folder)))
}
