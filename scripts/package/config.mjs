/** Reads and checks the configuration of electron-builder. */
import { readFileSync } from 'node:fs'
import { Ajv } from 'ajv'
import { parse } from 'yaml'
import { fromRoot } from '../kit/paths.mjs'
import { closureOf, readLock } from './lock.mjs'

/** @returns {import('electron-builder').Configuration} */
export function packagingConfig() {
  return parse(readFileSync(fromRoot('electron-builder.yml'), 'utf8'))
}

/**
 * Returns a sentence for each part that electron-builder's own schema refuses.
 * @param {unknown} config
 * @returns {string[]}
 */
export function configFaults(config) {
  const schema = JSON.parse(readFileSync(fromRoot('node_modules/app-builder-lib/scheme.json'), 'utf8'))
  // The schema uses `typeof: function` for hooks, which a file cannot contain.
  const isValid = new Ajv({ strict: false, allErrors: true }).compile(schema)
  if (isValid(config)) return []
  return (isValid.errors ?? []).map(({ instancePath, message, params }) => {
    const name = 'additionalProperty' in params ? ` (${params['additionalProperty']})` : ''
    return `electron-builder.yml${instancePath}: ${message}${name}`
  })
}

/** The pattern that excludes all packages except those that it names, by folder or scope. */
const ALL_BUT = /^!node_modules\/!\(([^)]+)\)/

/**
 * Returns a sentence for each folder below node_modules that is packed although no package beside the bundles needs it,
 * or excluded although one does.
 * @param {import('electron-builder').Configuration} config
 * @param {readonly string[]} beside
 */
export function packedFaults({ files }, beside) {
  const packed = [files].flat().flatMap((pattern) => keptBy(pattern))
  const paths = beside.map((name) => `node_modules/${name}`)
  const needed = new Set(closureOf(readLock(), paths).map(folderOf))
  return [
    ...paths
      .map(folderOf)
      .flatMap((name) => (packed.includes(name) ? [] : [`leaves out ${name}, which is in no bundle`])),
    ...packed.flatMap((name) => (needed.has(name) ? [] : [`packs ${name}, which no package beside the bundles needs`])),
  ].map((fault) => `electron-builder.yml ${fault} (scripts/vite/packages-beside.ts)`)
}

/** @param {unknown} pattern */
function keptBy(pattern) {
  return (typeof pattern === 'string' && ALL_BUT.exec(pattern)?.[1]?.split('|')) || []
}

/** @param {string} path */
function folderOf(path) {
  return path.split('/')[1] ?? ''
}
