import { cpSync, existsSync, linkSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { fromRoot } from '../../scripts/kit/paths.mjs'

const GIVEN = process.env['ELECTRON_OVERRIDE_DIST_PATH']
const INSTALLED = fromRoot('node_modules/electron/dist')
const DIST = GIVEN ?? INSTALLED
const PROGRAMS: Readonly<Record<string, string>> = {
  darwin: 'Electron.app/Contents/MacOS/Electron',
  win32: 'electron.exe',
}
const PROGRAM = PROGRAMS[process.platform] ?? 'electron'
/** The first Electron version whose Node can run the core. */
const FIRST_MAJOR = 40

/** Why no desktop app can be tested here; undefined where one can. */
export const NO_ELECTRON = existsSync(join(DIST, PROGRAM))
  ? undefined
  : 'The desktop is not tried: neither node_modules/electron/dist nor ELECTRON_OVERRIDE_DIST_PATH holds an Electron.'

if (NO_ELECTRON !== undefined) process.stderr.write(`${NO_ELECTRON}\n`)

/**
 * The core of the desktop app: the real one (in a Node process behind the utility process, if Electron is too old), or
 * one that exits at once.
 */
export type CoreKind = 'real' | 'broken'

export interface Runtime {
  readonly program: string
  /** Arguments before the flags: the app, unless the runtime already contains it. */
  readonly app: readonly string[]
}

/**
 * A runtime given by hand may contain an app in `resources/app`, which would start instead of ours. The runtime is then
 * copied file by file into a folder where ours is that app, as in a packed program.
 */
export function usableRuntime(folder: string, core: CoreKind): Runtime {
  const app = appWithCore(join(folder, 'app'), core)
  if (!existsSync(join(DIST, 'resources/app'))) return { program: join(DIST, PROGRAM), app: [app] }
  const runtime = join(folder, 'runtime')
  takeOver(DIST, runtime)
  symlinkSync(app, join(runtime, 'resources/app'))
  return { program: join(runtime, PROGRAM), app: [] }
}

/**
 * Uses hard links, which are free, and copies between disks. A symbolic link would lead the program back to its old
 * folder.
 */
function takeOver(from: string, to: string): void {
  mkdirSync(to)
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    if (entry.isDirectory()) {
      if (entry.name !== 'app') takeOver(source, target)
      continue
    }
    try {
      linkSync(source, target)
    } catch {
      cpSync(source, target)
    }
  }
}

/** Returns the built program, or a copy of it with another core. */
function appWithCore(folder: string, core: CoreKind): string {
  if (core === 'real' && canRunCore()) return fromRoot()
  mkdirSync(join(folder, 'dist'), { recursive: true })
  for (const name of ['node_modules', 'dist/renderer', 'dist/preload']) symlinkSync(fromRoot(name), join(folder, name))
  cpSync(fromRoot('package.json'), join(folder, 'package.json'))
  cpSync(fromRoot('dist/desktop'), join(folder, 'dist/desktop'), { recursive: true })
  writeFileSync(join(folder, 'dist/desktop/core-process.mjs'), core === 'broken' ? BROKEN : relayed())
  return folder
}

const BROKEN = `process.stderr.write('the disk has gone\\n', () => process.exit(7))\n`

function relayed(): string {
  return `import { relay } from ${JSON.stringify(pathToFileURL(fromRoot('test/kit/core-relay.mjs')))}
relay(${JSON.stringify({ node: process.execPath, core: fromRoot('dist/desktop/core-process.mjs') })})
`
}

function canRunCore(): boolean {
  return Number(readFileSync(join(DIST, 'version'), 'utf8').replace('v', '').split('.')[0]) >= FIRST_MAJOR
}
