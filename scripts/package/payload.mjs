/** The files that `electron-builder.yml` packs, read from it, because the packages of the station contain the same. */
import { readdirSync } from 'node:fs'
import { join, matchesGlob } from 'node:path'
import { fromRoot } from '../kit/paths.mjs'
import { packagingConfig } from './config.mjs'

/** @typedef {{ system: 'linux' | 'win32' | 'darwin', arch: string }} PackTarget */

const CONFIG_KEYS = /** @type {const} */ ({ linux: 'linux', win32: 'win', darwin: 'mac' })

/**
 * Returns the paths below the project's root, in order, of the files packed from these folders.
 * @param {readonly string[]} folders
 * @param {PackTarget} target
 * @returns {string[]}
 */
export function payloadFiles(folders, target) {
  const refused = refusedPatterns(target)
  return folders.flatMap((folder) => filesBelow(folder, refused)).toSorted()
}

/** @param {PackTarget} target */
function refusedPatterns({ system, arch }) {
  const config = packagingConfig()
  return [config.files, config[CONFIG_KEYS[system]]?.files]
    .flat()
    .flatMap((pattern) => (typeof pattern === 'string' && pattern.startsWith('!') ? [pattern.slice(1)] : []))
    .map((pattern) => pattern.replaceAll('${arch}', arch))
}

/** @param {string} folder @param {readonly string[]} refused @returns {string[]} */
function filesBelow(folder, refused) {
  return readdirSync(fromRoot(folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name).replaceAll('\\', '/')
    if (entry.name.startsWith('.') || refused.some((pattern) => matchesGlob(path, pattern))) return []
    return entry.isDirectory() ? filesBelow(path, refused) : [path]
  })
}
