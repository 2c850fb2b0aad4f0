/** Packs the station in one format. */
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fromRoot } from '../../kit/paths.mjs'
import { writeDeb } from './deb.mjs'
import { stationEntries } from './entries.mjs'
import { packageSeconds } from './moment.mjs'
import { writeTarGz } from './tar.mjs'
import { checkPackages } from './targets.mjs'
import { writeZip } from './zip.mjs'

/**
 * `level` is the compression level, 0 to 9.
 * @typedef {{ target: import('./targets.mjs').StationTarget, format: Format, out: string, level: number, version?: string }} StationPackage
 * @typedef {'tar.gz' | 'zip' | 'deb'} Format
 */

const WRITERS = { 'tar.gz': writeTarGz, zip: writeZip, deb: writeDeb }

/** @type {readonly Format[]} */
export const FORMATS = ['tar.gz', 'zip', 'deb']

/**
 * Packs the station and returns the path of the package.
 * @param {StationPackage} wanted
 */
export async function packStation({ target, format, out, level, version = projectVersion() }) {
  if (format === 'deb' && target.system !== 'linux') throw new Error('Only Linux has deb packages.')
  checkPackages(target)
  const entries = stationEntries(target, version)
  const folder = `tessera-station-${version}-${target.name}`
  const path = join(out, `${folder}.${format}`)
  const options = { folder, version, arch: target.arch, seconds: packageSeconds(), level }
  mkdirSync(out, { recursive: true })
  await WRITERS[format](path, entries, options)
  return path
}

/** @returns {string} */
function projectVersion() {
  return JSON.parse(readFileSync(fromRoot('package.json'), 'utf8')).version
}
