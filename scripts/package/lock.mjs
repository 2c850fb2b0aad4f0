/** The packages in package-lock.json and their dependencies. */
import { readFileSync } from 'node:fs'
import { nodePackage } from '../kit/node.mjs'
import { fromRoot } from '../kit/paths.mjs'

/**
 * @typedef {object} LockedPackage one entry of package-lock.json
 * @property {string} [name] where the folder has another one
 * @property {string} version
 * @property {unknown} [license]
 * @property {readonly string[]} [cpu] processors that it was compiled for
 * @property {string} [integrity]
 * @property {Readonly<Record<string, string>>} [dependencies]
 * @property {Readonly<Record<string, string>>} [devDependencies]
 * @property {Readonly<Record<string, string>>} [optionalDependencies]
 * @property {Readonly<Record<string, string>>} [peerDependencies]
 * @property {Readonly<Record<string, unknown>>} [peerDependenciesMeta] also of peers that are only ever tried
 */

/**
 * Packages by folder, such as `node_modules/ajv/node_modules/fast-uri`; the project itself is ''.
 * @typedef {Readonly<Record<string, LockedPackage>>} Lock
 */

/** @returns {Lock} */
export function readLock() {
  return JSON.parse(readFileSync(fromRoot('package-lock.json'), 'utf8')).packages
}

/**
 * Returns the version of the Node packed for a platform. Not every platform has the same versions.
 * @param {Lock} lock
 * @param {import('./payload.mjs').PackTarget} target
 */
export function packagedNodeVersion(lock, { system, arch }) {
  const name = nodePackage(system, arch)
  const version = lock[`node_modules/${name}`]?.version
  if (version === undefined) throw new Error(`package-lock.json does not name ${name}.`)
  return version
}

/**
 * Returns the name in the registry.
 * @param {Lock} lock
 * @param {string} path
 */
export function nameOf(lock, path) {
  return lock[path]?.name ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
}

/**
 * Returns the packages at the given paths and all their dependencies, ordered by path.
 * @param {Lock} lock
 * @param {readonly string[]} roots
 */
export function closureOf(lock, roots) {
  /** @type {Set<string>} */
  const found = new Set()
  const waiting = [...roots]
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (found.has(path)) continue
    found.add(path)
    waiting.push(...neededBy(lock, path))
  }
  return [...found].toSorted()
}

/**
 * Peers that are not installed are skipped, like packages that npm left out of the lock.
 * @param {Lock} lock
 * @param {string} path
 */
export function neededBy(lock, path) {
  const { dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta } = lock[path] ?? {}
  const names = Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies, ...peerDependenciesMeta })
  return names.flatMap((name) => resolveFrom(lock, path, name) ?? [])
}

/**
 * Returns where Node resolves a package for a file in the package at `path`.
 * @param {Lock} lock
 * @param {string} path
 * @param {string} name
 * @returns {string | undefined}
 */
function resolveFrom(lock, path, name) {
  for (let above = path; ; above = above.slice(0, Math.max(above.lastIndexOf('/node_modules/'), 0))) {
    const candidate = above === '' ? `node_modules/${name}` : `${above}/node_modules/${name}`
    if (candidate in lock) return candidate
    if (above === '') return undefined
  }
}
