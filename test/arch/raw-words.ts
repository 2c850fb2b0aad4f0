import { readFileSync } from 'node:fs'
import { parseSync } from 'oxc-parser'
import { fromRoot } from '../../scripts/kit/paths.mjs'

interface Node {
  readonly [part: string]: unknown
}

/** Every string that stands in a file as it is. */
export function literalsOf(path: string): readonly string[] {
  return nodesOf(path, () => true).flatMap(({ type, value }) =>
    type === 'Literal' && typeof value === 'string' ? [value] : [],
  )
}

/** Names of a file, each as often as it stands there. */
export function identifiersOf(path: string): readonly string[] {
  return nodesOf(path, () => true).flatMap(({ type, name }) =>
    NAMED.has(String(type)) && typeof name === 'string' ? [name] : [],
  )
}

const NAMED = new Set(['Identifier', 'PrivateIdentifier', 'JSXIdentifier'])

/**
 * Texts that a person would read or hear and that stand in a file as they are: those of elements and of attributes that are read,
 * and every other string that is not code and reads like words. What `t` is asked to say is not among them.
 */
export function rawWords(path: string): readonly string[] {
  return nodesOf(path, isSaid).flatMap((node) => RAW.get(node['type'])?.(node) ?? [])
}

/** Names of what writes numbers and counts as English does. */
export function englishWriters(path: string): readonly string[] {
  return nodesOf(path, () => true).flatMap((node) =>
    node['type'] === 'Identifier' && ENGLISH_WRITERS.has(nameOf(node)) ? [nameOf(node)] : [],
  )
}

const ENGLISH_WRITERS = new Set(['plural', 'toFixed', 'toLocaleDateString', 'toLocaleString', 'toPrecision'])

/** The raw words of each kind of node itself. */
const RAW: ReadonlyMap<unknown, (node: Node) => string | undefined> = new Map<
  unknown,
  (node: Node) => string | undefined
>([
  ['JSXText', ({ value }) => (hasWords(value) ? String(value).trim() : undefined)],
  [
    'JSXAttribute',
    ({ name, value }) =>
      WORD_ATTRIBUTES.has(nameOf(name)) && hasWords(literalOf(value)) ? String(literalOf(value)) : undefined,
  ],
  ['Literal', ({ value }) => (readsLikeWords(value) ? String(value) : undefined)],
  ['TemplateLiteral', (node) => (readsLikeWords(templateOf(node)) ? templateOf(node) : undefined)],
])

/** Attributes that a person reads or hears. */
const WORD_ATTRIBUTES = new Set([
  'aria-description',
  'aria-label',
  'aria-roledescription',
  'aria-valuetext',
  'alt',
  'description',
  'hint',
  'label',
  'none',
  'note',
  'placeholder',
  'reason',
  'subtitle',
  'text',
  'title',
  'unit',
  'verb',
  'word',
])

/** Attributes whose values are for programs. */
const CODE_ATTRIBUTES = new Set([
  'chord',
  'className',
  'd',
  'id',
  'key',
  'placement',
  'preserveAspectRatio',
  'style',
  'transform',
  'type',
])

/** Properties whose values are for programs. */
const CODE_PROPERTIES = new Set(['chord', 'chords', 'format', 'group', 'id', 'key', 'kind', 'type', 'value'])

/** Functions whose texts are for programs, or in the catalogs. */
const CODE_CALLS = new Set(['act', 'cx', 'parseChord', 't'])

/** Addresses, units, names of keys and of what the browser drags, and names that are the same in every language. */
const NAMES =
  /https?:\S+|\b(?:SHA-256|Tessera|Deutsch|English|px|ms|min|Files|Space|Arrow(?:Left|Right|Up|Down)?|Enter|Escape|Tab|Home|End|Page(?:Up|Down)|Delete|Backspace)\b/g

/** Keys that are held, as chords name them. */
const HELD = /^(?:Alt|Mod|Shift)$/

/** Of style sheets and of searches. */
const FORMULA = /^\(|\w\(|\w:\S/

/** Placeholder for a value in a template. */
const VALUE = '§'

function hasWords(text: unknown): boolean {
  return typeof text === 'string' && /\p{L}{2}/u.test(text.replace(NAMES, ''))
}

/** Two words, a word beside a value, or one that begins with a capital. */
function readsLikeWords(text: unknown): boolean {
  if (typeof text !== 'string' || !hasWords(text) || HELD.test(text) || FORMULA.test(text)) return false
  return /\p{L}{2,}[,;:.]? (?:\p{L}{2,}|§)|§ \p{L}{2,}|^\p{Lu}\p{Ll}+(?:$|[- …,.:])/u.test(text.replace(NAMES, ''))
}

function templateOf({ quasis }: Node): string {
  if (!Array.isArray(quasis)) return ''
  return quasis.map((quasi: Node) => (isNode(quasi['value']) ? String(quasi['value']['cooked']) : '')).join(VALUE)
}

type IsSaid = (part: string, node: Node) => boolean

/** The parts of a node that can hold what is said on a screen, where those are not all of its parts. */
const SAID_PARTS: ReadonlyMap<unknown, IsSaid> = new Map<unknown, IsSaid>([
  ['ImportDeclaration', () => false],
  ['ThrowStatement', () => false],
  [
    'JSXAttribute',
    (part, { name, value }) => part === 'value' && !CODE_ATTRIBUTES.has(nameOf(name)) && literalOf(value) === undefined,
  ],
  ['AssignmentPattern', (part, { left }) => part === 'right' && !CODE_ATTRIBUTES.has(nameOf(left))],
  ['Property', (part, { key }) => part === 'value' && !CODE_PROPERTIES.has(nameOf(key))],
  ['CallExpression', (part, { callee }) => part !== 'arguments' || !CODE_CALLS.has(nameOf(callee))],
  ['BinaryExpression', (_, { operator }) => operator === '+'],
  ['SwitchCase', (part) => part !== 'test'],
  ['MemberExpression', (part) => part !== 'property'],
])

function isSaid(part: string, node: Node): boolean {
  const isType = /^TS.*(?:Type|Declaration|Reference|Assertion|Operator|Keyword)$/.test(String(node['type']))
  return !isType && SAID_PARTS.get(node['type'])?.(part, node) !== false
}

function nodesOf(path: string, isWanted: (part: string, node: Node) => boolean): readonly Node[] {
  const nodes: Node[] = []
  const pending: unknown[] = [parseSync(path, readFileSync(fromRoot(path), 'utf8')).program]
  for (let part = pending.pop(); part !== undefined; part = pending.pop()) {
    if (Array.isArray(part)) pending.push(...part.filter(isNode))
    else if (isNode(part)) {
      const node = part
      nodes.push(node)
      pending.push(
        ...Object.keys(node).flatMap((name) => (isNode(node[name]) && isWanted(name, node) ? [node[name]] : [])),
      )
    }
  }
  return nodes
}

function isNode(part: unknown): part is Node {
  return typeof part === 'object' && part !== null
}

function nameOf(part: unknown): string {
  return isNode(part) ? String(part['name'] ?? part['value']) : ''
}

function literalOf(part: unknown): unknown {
  return isNode(part) && part['type'] === 'Literal' ? part['value'] : undefined
}
