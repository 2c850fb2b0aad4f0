import { statSync } from 'node:fs'

const EVERY_MS = 10_000

/**
 * Calls back once when an installer replaced the program. Whatever the running program starts after that comes from the new files, and
 * need not understand the old ones. The path is the file that was started: an AppImage, else the executable.
 */
export function watchForReplacement(path: string, onReplaced: () => void): void {
  const own = stampOf(path)
  const watch = setInterval(() => {
    const now = stampOf(path)
    // None while an installer is at work, or after the program was removed.
    if (now === undefined || now === own) return
    clearInterval(watch)
    onReplaced()
  }, EVERY_MS)
  watch.unref()
}

function stampOf(path: string): string | undefined {
  try {
    const { dev, ino, size, mtimeMs } = statSync(path)
    return [dev, ino, size, mtimeMs].join(' ')
  } catch {
    return undefined
  }
}
