import { writeFileSync } from 'node:fs'
import { type BrowserWindow, type Rectangle, screen } from 'electron'
import { z } from 'zod'
import { readSmall } from './start/read-small.ts'

const Remembered = z.object({
  x: z.number().int(),
  y: z.number().int(),
  width: z.number().int().positive(),
  height: z.number().int().positive(),
  isMaximized: z.boolean(),
})
type Remembered = z.infer<typeof Remembered>

const DEFAULT = { width: 1440, height: 900, isMaximized: false }

/** Where the window was when it was last closed; the usual size in the middle when that place is not on any screen now. */
export function rememberedBounds(path: string): Partial<Rectangle> & Omit<Remembered, 'x' | 'y'> {
  const found = read(path)
  if (found === undefined || !isOnScreen(found)) return DEFAULT
  return found
}

/** Keeps the window's place when it is closed. */
export function rememberBounds(window: BrowserWindow, path: string): void {
  window.on('close', () => {
    const remembered: Remembered = { ...window.getNormalBounds(), isMaximized: window.isMaximized() }
    try {
      writeFileSync(path, JSON.stringify(remembered))
    } catch (failure) {
      process.stderr.write(`The position of the window could not be saved: ${String(failure)}\n`)
    }
  })
}

function read(path: string): Remembered | undefined {
  try {
    return Remembered.parse(JSON.parse(readSmall(path) ?? ''))
  } catch {
    // The first start, or a file that was cut off by a crash.
    return undefined
  }
}

/** Whether enough of its head is in reach to be dragged. */
function isOnScreen({ x, y, width }: Rectangle): boolean {
  return screen.getAllDisplays().some(({ workArea }) => {
    const reach = Math.min(x + width, workArea.x + workArea.width) - Math.max(x, workArea.x)
    return reach >= 100 && y >= workArea.y && y <= workArea.y + workArea.height - 40
  })
}
