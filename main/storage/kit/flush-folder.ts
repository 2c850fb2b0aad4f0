import { closeSync, fsyncSync, openSync } from 'node:fs'

/** Makes the names in a folder durable, and waits for it. Windows has no such call; there NTFS journals a rename. */
export function flushFolder(folder: string): void {
  if (process.platform === 'win32') return
  const handle = openSync(folder, 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}
