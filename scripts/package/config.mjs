/** The configuration of electron-builder, and whether electron-builder will understand it. */
import { readFileSync } from 'node:fs'
import { Ajv } from 'ajv'
import { parse } from 'yaml'
import { fromRoot } from '../kit/paths.mjs'

/** @returns {import('electron-builder').Configuration} */
export function packagingConfig() {
  return parse(readFileSync(fromRoot('electron-builder.yml'), 'utf8'))
}

/** One sentence for each place that electron-builder's own schema refuses. @param {unknown} config @returns {string[]} */
export function configFaults(config) {
  const schema = JSON.parse(readFileSync(fromRoot('node_modules/app-builder-lib/scheme.json'), 'utf8'))
  // It says `typeof: function` of hooks, which a file cannot hold.
  const isValid = new Ajv({ strict: false, allErrors: true }).compile(schema)
  if (isValid(config)) return []
  return (isValid.errors ?? []).map(({ instancePath, message, params }) => {
    const name = 'additionalProperty' in params ? ` (${params['additionalProperty']})` : ''
    return `electron-builder.yml${instancePath}: ${message}${name}`
  })
}
