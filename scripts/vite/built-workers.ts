import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { BUILDS, isFresh } from '../kit/builds.mjs'
import { root } from './alias.ts'
import { WORKERS } from './core-bundle.ts'

/**
 * Where the workers lie in the built station, by the addresses of their sources; none while the build is older than the sources. A thread
 * that reads one bundle begins its work with half of the computing of one that reads a hundred sources.
 */
export function builtWorkers(): Readonly<Record<string, string>> {
  const station = BUILDS.find(({ name }) => name === 'station')
  if (station === undefined || !isFresh(station)) return {}
  const url = (path: string) => pathToFileURL(resolve(root, path)).href
  return Object.fromEntries(
    Object.entries(WORKERS).map(([name, source]) => [url(source), url(`dist/station/${name}.mjs`)]),
  )
}
