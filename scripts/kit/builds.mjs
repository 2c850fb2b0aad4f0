/** Builds that Tessera needs to start, and whether the last build is still current. */
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fromRoot, readIfThere } from './paths.mjs'

const ALWAYS = ['package.json', 'package-lock.json', 'scripts/vite', 'common']

/** `made` is the file that proves a build. */
export const BUILDS = [
  { name: 'renderer', inputs: ['renderer'], made: 'dist/renderer/index.html' },
  { name: 'preload', inputs: ['preload'], made: 'dist/preload/preload.cjs' },
  { name: 'desktop', inputs: ['main'], made: 'dist/desktop/main.mjs' },
  { name: 'station', inputs: ['main'], made: 'dist/station/main.mjs' },
]

/** @typedef {typeof BUILDS[number]} Build */

/** @param {Build} build */
export function isFresh(build) {
  return existsSync(fromRoot(build.made)) && readIfThere(stampPath(build)) === inputStamp(build)
}

/**
 * Returns a fingerprint of the inputs by name, size and time, which is fast enough for every start.
 * @param {Build} build
 */
export function inputStamp({ inputs }) {
  const hash = createHash('sha256')
  for (const path of [...ALWAYS, ...inputs].flatMap(pathsIn)) {
    const stat = statSync(path)
    if (stat.isFile()) hash.update(`${path} ${stat.size} ${stat.mtimeMs}\n`)
  }
  return hash.digest('hex')
}

/** @param {Build} build @param {string} stamp */
export function keepStamp(build, stamp) {
  mkdirSync(fromRoot('dist/stamps'), { recursive: true })
  writeFileSync(stampPath(build), stamp)
}

/** @param {Build} build */
function stampPath({ name }) {
  return fromRoot('dist/stamps', name)
}

/** @param {string} input */
function pathsIn(input) {
  const path = fromRoot(input)
  if (!statSync(path).isDirectory()) return [path]
  const names = readdirSync(path, { recursive: true, encoding: 'utf8' })
  return names.toSorted().map((name) => join(path, name))
}
