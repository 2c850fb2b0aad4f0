/** Licence texts from packages, and those that the project keeps for packages without one. */
import { readdirSync, readFileSync } from 'node:fs'
import { fromRoot, readIfThere } from '../kit/paths.mjs'

/**
 * Copyright holders according to the sources of a package, where no other file states them.
 * @type {Readonly<Record<string, string>>}
 */
const OWNERS = {
  'onnxruntime-common': 'Copyright (c) Microsoft Corporation',
  'onnxruntime-node': 'Copyright (c) Microsoft Corporation',
}

const TEXT_FILE = /^(?:licen[cs]e|copying|copyright|notice)/i
/** Vite appends the licences of its own tools, none of which ship. */
const TEXTS_OF_TOOLS = '\n# Licenses of bundled dependencies'

/**
 * Returns a text that the project keeps, such as `LGPL-2.1`, or of one version of a library.
 * @param {string} name
 */
export function keptText(name) {
  const text = readIfThere(fromRoot('packaging/licences', `${name}.txt`))
  if (text === undefined)
    throw new Error(`packaging/licences/${name}.txt is missing; docs/licences.md says where it comes from.`)
  return tidy(text)
}

/**
 * Returns the notices that a package requires.
 * @param {import('./shipped.mjs').ShippedPackage} shipped
 */
export function textOf({ path, name, licence }) {
  const files = readdirSync(fromRoot(path)).filter((file) => TEXT_FILE.test(file))
  const texts = files.toSorted().map((file) => ownPart(readFileSync(fromRoot(path, file), 'utf8')))
  return texts.length > 0 ? texts.join('\n\n') : textWithoutFile(path, name, licence)
}

/** @param {string} path @param {string} name @param {string} licence */
function textWithoutFile(path, name, licence) {
  /** @type {{ author?: string | { name: string }, repository?: { url: string } }} */
  const { author, repository } = JSON.parse(readFileSync(fromRoot(path, 'package.json'), 'utf8'))
  const owner = OWNERS[name] ?? `Author: ${typeof author === 'string' ? author : (author?.name ?? 'not named')}`
  const said = `The package has no licence file. It names ${licence} as its licence.\n${owner}\nSource: ${repository?.url ?? 'not named'}`
  return licence === 'MIT' ? `${said}\n\n${keptText('MIT')}` : said
}

/** @param {string} text */
function ownPart(text) {
  return tidy(text.split(TEXTS_OF_TOOLS)[0] ?? '')
}

/**
 * Normalizes line endings, so that texts that only differ in them are equal.
 * @param {string} text
 */
function tidy(text) {
  return text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .map((line) => line.trimEnd())
    .join('\n')
    .replace(/^\n+|\n+$/g, '')
}
