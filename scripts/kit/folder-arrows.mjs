/** Imports between neighboring folders, from which mutual pairs and upward imports are found. */
import { readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { leadsUpwards } from './import-law.mjs'
import { fromRoot } from './paths.mjs'
import { sourceFiles } from './sources.mjs'

const IMPORT = /^(?:import|export)\b[^'"]*?from ['"]([^'"]+)['"]/gm

/**
 * Returns the imports between the folders of a place as "from → to". Files in the place itself count as the folder ".".
 * @param {string} place a folder below the root, such as renderer/features
 * @returns {ReadonlySet<string>}
 */
export function arrowsIn(place) {
  const arrows = new Set()
  for (const path of sourceFiles([place])) {
    const from = folderOf(place, path)
    for (const [, source = ''] of readFileSync(fromRoot(path), 'utf8').matchAll(IMPORT)) {
      const target = targetOf(path, source)
      const to = target?.startsWith(`${place}/`) ? folderOf(place, target) : from
      if (to !== from) arrows.add(`${from} → ${to}`)
    }
  }
  return arrows
}

/**
 * Returns the pairs of folders that import each other, each once, in order.
 * @param {ReadonlySet<string>} arrows
 */
export function mutualPairs(arrows) {
  return [...arrows]
    .map((arrow) => arrow.split(' → '))
    .filter(([from = '', to = '']) => from < to && arrows.has(`${to} → ${from}`))
    .map((pair) => pair.join(' ↔ '))
    .toSorted()
}

/**
 * Returns imports that lead to a layer above or beside, each once, in order.
 * @param {ReadonlySet<string>} arrows
 * @param {import('./import-law.mjs').Layered} layered
 */
export function upwardArrows(arrows, layered) {
  return [...arrows].filter((arrow) => {
    const [from = '', to = ''] = arrow.split(' → ')
    return leadsUpwards(layered, from, to)
  })
}

/** @param {string} place @param {string} path */
function folderOf(place, path) {
  const [folder = '', ...rest] = path.slice(place.length + 1).split('/')
  return rest.length === 0 ? '.' : folder
}

/**
 * Returns the path from the root that an import refers to; undefined for a package.
 * @param {string} path
 * @param {string} source
 */
function targetOf(path, source) {
  if (source.startsWith('#renderer/')) return source.replace('#renderer/', 'renderer/')
  return source.startsWith('.') ? posix.join(posix.dirname(path), source) : undefined
}
