/** The licences that allow distribution, and a check of a package's licence expression. */

/**
 * SPDX identifiers with the packages for which each is allowed.
 * @type {Readonly<Record<string, RegExp>>}
 */
const ALLOWED = {
  ...forAll(['0BSD', 'Apache-2.0', 'BlueOak-1.0.0', 'BSD-2-Clause', 'BSD-3-Clause', 'BSL-1.0', 'CC0-1.0', 'CC-BY-4.0']),
  ...forAll(['ISC', 'MIT', 'MPL-2.0', 'Python-2.0', 'Unlicense', 'Zlib']),
  // A font may ship with any program, but not be sold by itself.
  'OFL-1.1': /^@fontsource/,
  // libvips is a separate library beside the program, which users may replace. Inside a bundle the licence would
  // require more.
  'LGPL-3.0-or-later': /^@img\/sharp-/,
}

/** Exceptions that only grant more rights. */
const EXCEPTIONS = new Set(['LLVM-exception'])

/**
 * Packages without a licence that SPDX knows. An entry applies while the package declares exactly what is in `says`.
 * @type {readonly { name: string, says: string | undefined, licence: string, why: string }[]}
 */
const ODD = [
  { name: 'decko', says: undefined, licence: 'MIT', why: 'its LICENSE file is the text of MIT' },
  { name: 'stickyfill', says: undefined, licence: 'MIT', why: 'its LICENSE file is the text of MIT' },
  { name: 'url-template', says: 'BSD', licence: 'BSD-3-Clause', why: 'its LICENSE file has the three clauses' },
]

/** Longer than any real licence expression. */
const MOST_LETTERS = 1000

/**
 * A parsed SPDX expression: an identifier, or several of which any one or all apply.
 * @typedef {{ id: string, exception?: string | undefined } | { any: Licence[] } | { all: Licence[] }} Licence
 */

/** @param {readonly string[]} ids @returns {Record<string, RegExp>} */
function forAll(ids) {
  return Object.fromEntries(ids.map((id) => [id, /^/]))
}

/**
 * Returns the licence that applies to a package, usually the declared one.
 * @param {string} name
 * @param {unknown} says
 * @returns {unknown}
 */
export function licenceOf(name, says) {
  return ODD.find((odd) => odd.name === name && odd.says === says)?.licence ?? says
}

/**
 * Returns why a package may not ship; undefined when it may.
 * @param {string} name
 * @param {unknown} says
 * @returns {string | undefined}
 */
export function licenceFault(name, says) {
  const licence = licenceOf(name, says)
  if (licence === undefined || licence === '') return 'names no licence'
  const parsed = typeof licence === 'string' ? parseLicence(licence) : undefined
  if (parsed === undefined)
    return `names its licence in no way that SPDX knows: ${JSON.stringify(licence).slice(0, 200)}`
  const refused = refusedBy(parsed, name)
  return refused.length === 0 ? undefined : `is licensed under ${refused.join(' and ')}`
}

/**
 * Returns the identifiers that are not allowed; empty if the licence is fine.
 * @param {Licence} licence
 * @param {string} name
 * @returns {string[]}
 */
function refusedBy(licence, name) {
  if ('all' in licence) return licence.all.flatMap((part) => refusedBy(part, name))
  if ('any' in licence) {
    const refused = licence.any.map((part) => refusedBy(part, name))
    return refused.some((ids) => ids.length === 0) ? [] : refused.flat()
  }
  const { id, exception } = licence
  const isAllowed = Object.hasOwn(ALLOWED, id) && ALLOWED[id]?.test(name)
  if (isAllowed && (exception === undefined || EXCEPTIONS.has(exception))) return []
  return [exception === undefined ? id : `${id} WITH ${exception}`]
}

/**
 * Returns the licence, or undefined for text that is not an SPDX expression.
 * @param {string} text
 * @returns {Licence | undefined}
 */
function parseLicence(text) {
  if (text.length > MOST_LETTERS || !/^[\w.+:()\s-]*$/.test(text)) return undefined
  const words = text.match(/[()]|[^\s()]+/g) ?? []
  const licence = readChoice(words)
  return words.length === 0 ? licence : undefined
}

const OPERATORS = new Set(['AND', 'OR', 'WITH', '(', ')'])

/**
 * `AND` binds more tightly than `OR`. Words are removed from the list as they are read.
 * @param {string[]} words
 * @returns {Licence | undefined}
 */
function readChoice(words) {
  const any = readList(words, 'OR', readSum)
  return any && (any.length === 1 ? any[0] : { any })
}

/** @param {string[]} words @returns {Licence | undefined} */
function readSum(words) {
  const all = readList(words, 'AND', readOne)
  return all && (all.length === 1 ? all[0] : { all })
}

/** @param {string[]} words @param {string} operator @param {(words: string[]) => Licence | undefined} readPart */
function readList(words, operator, readPart) {
  /** @type {Licence[]} */
  const parts = []
  do {
    const part = readPart(words)
    if (part === undefined) return undefined
    parts.push(part)
  } while (takes(words, operator))
  return parts
}

/** @param {string[]} words @returns {Licence | undefined} */
function readOne(words) {
  if (takes(words, '(')) {
    const inner = readChoice(words)
    return takes(words, ')') ? inner : undefined
  }
  const id = readId(words)
  if (id === undefined || !takes(words, 'WITH')) return id === undefined ? undefined : { id }
  const exception = readId(words)
  return exception === undefined ? undefined : { id, exception }
}

/** @param {string[]} words */
function readId(words) {
  const [id] = words
  return id === undefined || OPERATORS.has(id) ? undefined : words.shift()
}

/** @param {string[]} words @param {string} word */
function takes(words, word) {
  if (words[0] !== word) return false
  words.shift()
  return true
}
