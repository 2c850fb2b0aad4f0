/** The installed packages that ship with a program: those in its bundles, and those packed beside them. */
import { existsSync, readFileSync } from 'node:fs'
import { matchesGlob } from 'node:path'
import { fromRoot } from '../kit/paths.mjs'
import { packagingConfig } from './config.mjs'
import { licenceOf } from './licence-rule.mjs'
import { closureOf, nameOf, readLock } from './lock.mjs'

/**
 * A program that is distributed.
 * @typedef {'desktop' | 'station'} ShippedProgram
 */

/** The bundles of each program. */
const BUNDLES = { desktop: ['desktop', 'renderer'], station: ['station', 'renderer'] }
const REDOC = 'node_modules/redoc'
/** Patterns that electron-builder's configuration excludes. */
const LEFT_OUT = leftOutPatterns()

/**
 * @typedef {object} ShippedPackage
 * @property {string} path of its folder, from the root
 * @property {string} name
 * @property {string} version
 * @property {string} licence an expression of SPDX
 * @property {string | undefined} integrity
 */

/**
 * Returns the packages in order of their names. Needs a build.
 * @param {ShippedProgram} program
 * @returns {ShippedPackage[]}
 */
export function shippedPackages(program) {
  const lock = readLock()
  return distinct([...BUNDLES[program].flatMap(bundledIn), ...packedBeside(lock)].map((path) => shipped(lock, path)))
}

/**
 * Returns the packages inside the shipped file of redoc, according to its source map. The map has no versions, so they
 * are those that npm installs for redoc. `unknown` lists packages that npm does not install.
 */
export function packagesInRedoc() {
  const lock = readLock()
  /** @type {{ sources: string[] }} */
  const { sources } = JSON.parse(readFileSync(fromRoot(REDOC, 'bundles/redoc.standalone.js.map'), 'utf8'))
  const names = new Set(sources.flatMap((source) => /^.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(source)?.[1] ?? []))
  const packages = closureOf(lock, [REDOC]).map((path) => shipped(lock, path))
  const installed = new Set(packages.map(({ name }) => name))
  return {
    packages: distinct(packages.filter(({ name }) => names.has(name))),
    unknown: [...names].filter((name) => !installed.has(name)).toSorted(byText),
  }
}

/**
 * Removes duplicates: the same version may be in several folders.
 * @param {readonly ShippedPackage[]} packages
 */
function distinct(packages) {
  const byId = new Map(packages.toReversed().map((found) => [`${found.name}@${found.version}`, found]))
  return [...byId.values()].toSorted((one, other) => byText(one.name, other.name) || byText(one.version, other.version))
}

/** @param {string} bundle @returns {string[]} */
function bundledIn(bundle) {
  return JSON.parse(readFileSync(fromRoot('dist/stamps', `${bundle}.packages.json`), 'utf8'))
}

/**
 * electron-builder packs the project's dependencies, except for those that its configuration excludes.
 * @param {import('./lock.mjs').Lock} lock
 */
function packedBeside(lock) {
  const direct = Object.keys(lock['']?.dependencies ?? {}).map((name) => `node_modules/${name}`)
  return closureOf(lock, direct).filter((path) => !isLeftOut(path) && existsSync(fromRoot(path, 'package.json')))
}

/** @param {string} path */
function isLeftOut(path) {
  const file = `${path}/package.json`
  return LEFT_OUT.some((pattern) => matchesGlob(file, pattern))
}

function leftOutPatterns() {
  const files = [packagingConfig().files ?? []].flat()
  return files.flatMap((pattern) =>
    typeof pattern === 'string' && pattern.startsWith('!node_modules/') ? [pattern.slice(1)] : [],
  )
}

/** @param {import('./lock.mjs').Lock} lock @param {string} path @returns {ShippedPackage} */
function shipped(lock, path) {
  const locked = lock[path]
  const name = nameOf(lock, path)
  if (locked === undefined) throw new Error(`${name} ships, but package-lock.json does not name ${path}.`)
  const licence = licenceOf(name, locked.license)
  return { path, name, version: locked.version, licence: String(licence), integrity: locked.integrity }
}

/**
 * Compares independently of the computer's language.
 * @param {string} one
 * @param {string} other
 */
function byText(one, other) {
  if (one === other) return 0
  return one < other ? -1 : 1
}
