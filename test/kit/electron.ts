import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { _electron, type ElectronApplication } from 'playwright-core'
import { type Display, openDisplay } from './display.ts'
import { type CoreKind, type Runtime, usableRuntime } from './electron-runtime.ts'

/** A started desktop app; `app` is its main process, for Playwright. */
export interface Desktop {
  readonly app: ElectronApplication
  readonly userData: string
  /** Returns everything written to standard error so far. */
  errors(): string
  /** Resolves when standard error contains the text. */
  said(text: string): Promise<void>
}

export interface DesktopLab {
  /**
   * Starts with a library given by the flags; `asPerson` starts as a user does, without flags, with its data in the
   * same folder.
   */
  launch(flags: readonly string[], userData?: string, asPerson?: boolean): Promise<Desktop>
  close(): Promise<void>
}

/** Returns a launcher of desktop apps for a test file. Closing it ends all that are still open. */
export async function openDesktopLab(core: CoreKind = 'real'): Promise<DesktopLab> {
  const folder = mkdtempSync(join(tmpdir(), 'tessera-desktop-'))
  const display = await openDisplay()
  const runtime = usableRuntime(folder, core)
  const open: Desktop[] = []
  let count = 0
  return {
    async launch(flags, userData = join(folder, `data-${(count += 1)}`), asPerson = false) {
      const desktop = await launch({ runtime, display, flags, userData, asPerson })
      open.push(desktop)
      return desktop
    },
    async close() {
      await Promise.all(open.map(({ app }) => app.close().catch(() => undefined)))
      await display.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

interface Launch {
  readonly runtime: Runtime
  readonly display: Display
  readonly flags: readonly string[]
  readonly userData: string
  readonly asPerson: boolean
}

async function launch({ runtime, display, flags, userData, asPerson }: Launch): Promise<Desktop> {
  const { ELECTRON_RUN_AS_NODE: _asNode, ...env } = process.env
  const app = await _electron.launch({
    executablePath: runtime.program,
    // A library in the flags takes precedence over this one.
    args: [
      '--no-sandbox',
      // Tests read English, whatever the system's language.
      '--lang=en',
      `--user-data-dir=${userData}`,
      ...runtime.app,
      ...(asPerson ? [] : ['--library', join(userData, 'library')]),
      ...flags,
    ],
    env: defined({ ...env, DISPLAY: display.name, ...(asPerson && { XDG_DATA_HOME: join(userData, 'home') }) }),
  })
  let errors = ''
  const listeners = new Set<() => void>()
  app.process().stderr?.on('data', (chunk) => {
    errors += String(chunk)
    for (const listener of listeners) listener()
  })
  return {
    app,
    userData,
    errors: () => errors,
    said: (text) =>
      new Promise((resolve) => {
        const look = () => {
          if (!errors.includes(text)) return
          listeners.delete(look)
          resolve()
        }
        listeners.add(look)
        look()
      }),
  }
}

function defined(env: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )
}
