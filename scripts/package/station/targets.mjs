/** The platforms for which a station is packed, and whether their packages are installed. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { packagedNode } from '../../kit/node.mjs'
import { fromRoot } from '../../kit/paths.mjs'

/**
 * `name` appears in file names.
 * @typedef {import('../payload.mjs').PackTarget & { name: string }} StationTarget
 */

/**
 * ONNX Runtime has no build for macOS on Intel.
 * @type {readonly StationTarget[]}
 */
const TARGETS = [
  { name: 'linux-x64', system: 'linux', arch: 'x64' },
  { name: 'linux-arm64', system: 'linux', arch: 'arm64' },
  { name: 'macos-arm64', system: 'darwin', arch: 'arm64' },
  { name: 'windows-x64', system: 'win32', arch: 'x64' },
  { name: 'windows-arm64', system: 'win32', arch: 'arm64' },
]

/**
 * Returns the target with this name; by default the one of this machine.
 * @param {string | undefined} name
 */
export function targetNamed(name) {
  const found = TARGETS.find((target) =>
    name === undefined ? target.system === process.platform && target.arch === process.arch : target.name === name,
  )
  if (found) return found
  throw new Error(`The targets are ${TARGETS.map((target) => target.name).join(', ')}`)
}

/**
 * Throws a sentence if the installed packages cannot be packed for the target.
 * @param {StationTarget} target
 */
export function checkPackages({ name, system, arch }) {
  const image = system === 'win32' ? 'sharp' : 'sharp-libvips'
  const needed = [packagedNode(system, arch), fromRoot('node_modules/@img', `${image}-${system}-${arch}`)]
  const missing = needed.filter((path) => !existsSync(path))
  if (missing.length === 0) return
  const names = missing.map((path) => path.slice(join(fromRoot('node_modules'), '/').length).replaceAll('\\', '/'))
  throw new Error(
    `The packages for ${name} are not installed: ${names.join(' and ')} missing. Run "npm ci --os=${system} --cpu=${arch}" first`,
  )
}
