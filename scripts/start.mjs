/**
 * `npm start`: opens the desktop app, or runs the station and says why if no window can be shown. Passes all flags on.
 */
import { findDesktop, mustSkipSandbox } from './kit/electron.mjs'
import { canRunTessera, findNode, NODE_NEEDED, STATION_FLAGS } from './kit/node.mjs'
import { fromRoot } from './kit/paths.mjs'
import { becomeProgram } from './kit/processes.mjs'

const flags = process.argv.slice(2)
const node = findNode()

if (canRunTessera(process.versions.node)) {
  await start()
} else if (node !== undefined) {
  becomeProgram(node, process.argv.slice(1))
} else {
  console.error(NODE_NEEDED)
  process.exit(1)
}

async function start() {
  const desktop = await findDesktop(flags)
  if ('program' in desktop) return startDesktop(desktop.program)
  console.error(`Tessera runs as a station, without a window: ${desktop.reason}.`)
  const stationFlags = flags.filter((flag) => flag !== '--station')
  becomeProgram(process.execPath, [...STATION_FLAGS, fromRoot('dist/station/main.mjs'), ...stationFlags])
}

/** @param {string} program */
function startDesktop(program) {
  const { ELECTRON_RUN_AS_NODE: _asNode, ...env } = process.env
  const sandbox = mustSkipSandbox() ? ['--no-sandbox'] : []
  becomeProgram(program, [fromRoot(), ...sandbox, ...flags], env)
}
