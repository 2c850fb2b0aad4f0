/** A station that runs from its sources and restarts when they change. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { sep } from 'node:path'
import { createInterface } from 'node:readline'
import { STATION_FLAGS } from './node.mjs'
import { fromRoot } from './paths.mjs'

const SOURCES = ['main', 'common', 'native-models'].map((folder) => fromRoot(folder))
const DEBUG_PORT = 9229

/** Quiet time in milliseconds before a restart, since editors may save several files at once. */
const QUIET_MS = 100

/** @param {readonly string[]} flags */
export function devStation(flags) {
  const args = withLibrary(flags)
  /** @type {import('node:child_process').ChildProcess | undefined} */
  let child
  /** @type {NodeJS.Timeout | undefined} */
  let waiting
  let turn = Promise.resolve()
  let isEnding = false
  process.on('exit', () => child?.kill())

  /** Returns the link of the studio. Later starts reuse its port, so that links stay valid. */
  async function start() {
    child = spawn(process.execPath, stationArgs(args), { cwd: fromRoot(), stdio: ['ignore', 'pipe', 'inherit'] })
    const studio = await announcedStudio(child)
    args.push('--studio-port', studio.port)
    return studio
  }

  async function stopped() {
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGTERM')
    await once(child, 'exit')
  }

  async function restart() {
    if (isEnding) return
    await stopped()
    try {
      await start()
      console.log('The station runs its changed sources.')
    } catch (failure) {
      console.error(`${String(failure)}. It starts again with the next change.`)
    }
  }

  return {
    sources: SOURCES,
    start,
    async stop() {
      isEnding = true
      await turn
      await stopped()
    },
    /** @param {string} path */
    changed(path) {
      if (!SOURCES.some((folder) => path.startsWith(folder + sep))) return
      clearTimeout(waiting)
      waiting = setTimeout(() => void (turn = turn.then(restart)), QUIET_MS)
    },
  }
}

/** @param {readonly string[]} flags */
function withLibrary(flags) {
  const isNamed = flags.some((flag) => /^--library(?:=|$)/.test(flag)) || process.env['TESSERA_LIBRARY'] !== undefined
  return isNamed ? [...flags] : ['--library', fromRoot('dev-library'), ...flags]
}

/** @param {readonly string[]} args */
function stationArgs(args) {
  const debugging = [`--inspect=127.0.0.1:${DEBUG_PORT}`, '--enable-source-maps', '--no-warnings=ExperimentalWarning']
  return [...debugging, ...STATION_FLAGS, fromRoot('main/station/main.ts'), '--json', ...args]
}

/** @param {import('node:child_process').ChildProcess} child */
async function announcedStudio(child) {
  if (child.stdout === null) throw new Error('The station has no output')
  const ended = once(child, 'exit').then(() => Promise.reject(new Error('The station ended at its start')))
  const [line] = await Promise.race([once(createInterface(child.stdout), 'line'), ended])
  return new URL(JSON.parse(line).studio)
}
