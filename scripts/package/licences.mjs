/**
 * Packages that may end up in the program according to the imports of the sources, and whether their licences allow
 * distribution.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fromRoot } from '../kit/paths.mjs'
import { PRODUCT_FOLDERS, sourceFiles } from '../kit/sources.mjs'
import { licenceFault } from './licence-rule.mjs'
import { closureOf, nameOf, readLock } from './lock.mjs'

/** A viewer whose single file is copied, and which no source imports. */
const COPIED = ['redoc']
/** Tools that write helpers of their own into the bundles, but no code of their dependencies. */
const HELPERS = ['node_modules/rolldown', 'node_modules/vite']

/**
 * Returns the folders of all packages that may ship for any system; it may return too many, but not too few. Needs
 * neither a build nor installed packages.
 * @param {import('./lock.mjs').Lock} [lock]
 */
export function candidates(lock = readLock()) {
  const { dependencies = {}, devDependencies = {} } = lock[''] ?? {}
  const imported = importedPackages()
  const bundled = Object.keys(devDependencies).filter((name) => imported.has(name) && name !== 'electron')
  const roots = [...Object.keys(dependencies), ...bundled, ...COPIED].map((name) => `node_modules/${name}`)
  return [...closureOf(lock, roots), ...HELPERS]
}

/**
 * Returns a sentence for each package that may not ship.
 * @param {import('./lock.mjs').Lock} [lock]
 * @returns {string[]}
 */
export function licenceFaults(lock = readLock()) {
  return candidates(lock).flatMap((path) => {
    const name = nameOf(lock, path)
    const fault = licenceFault(name, lock[path]?.license)
    return fault === undefined ? [] : [`${name} ${lock[path]?.version} ${fault}.`]
  })
}

/** Returns the names of packages that the program's scripts and styles import. */
function importedPackages() {
  const styles = readdirSync(fromRoot('renderer'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.css'))
    .map((name) => join('renderer', name))
  const texts = [...sourceFiles(PRODUCT_FOLDERS), ...styles].map((path) => readFileSync(fromRoot(path), 'utf8'))
  const specifier = /(?:\bfrom|\bimport|@import)[\s(]*["']((?:@[^/"'\s]+\/)?[^#./"'\s][^/"'\s]*)/g
  return new Set(texts.flatMap((text) => [...text.matchAll(specifier)].map(([, name = '']) => name)))
}
