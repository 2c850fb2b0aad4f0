import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { BUILDS, isFresh } from '../kit/builds.mjs'
import { root } from './alias.ts'
import { WORKERS } from './core-bundle.ts'

/**
 * Returns the paths of workers in the built station, by source address; none if the build is older than the sources. A
 * thread starts twice as fast from one bundle as from a hundred sources.
 */
export function builtWorkers(): Readonly<Record<string, string>> {
  const station = BUILDS.find(({ name }) => name === 'station')
  if (station === undefined || !isFresh(station)) return {}
  const url = (path: string) => pathToFileURL(resolve(root, path)).href
  return Object.fromEntries(
    Object.entries(WORKERS).map(([name, source]) => [url(source), url(`dist/station/${name}.mjs`)]),
  )
}
