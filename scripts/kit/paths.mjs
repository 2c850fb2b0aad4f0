import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = resolve(fileURLToPath(import.meta.url), '../../..')

/** @param {string[]} parts */
export function fromRoot(...parts) {
  return resolve(root, ...parts)
}

/**
 * Returns the text of a file, or undefined if there is none.
 * @param {string} path
 */
export function readIfThere(path) {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}

/**
 * Returns the JavaScript file behind a command of an installed package, which runs on every system.
 * @param {string} name
 */
export function commandOf(name, command = name) {
  const folder = fromRoot('node_modules', name)
  const { bin } = JSON.parse(readFileSync(resolve(folder, 'package.json'), 'utf8'))
  return resolve(folder, typeof bin === 'string' ? bin : bin[command])
}
