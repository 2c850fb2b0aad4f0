import { readFileSync } from 'node:fs'
import { parseSync } from 'oxc-parser'
import { fromRoot } from '../../scripts/kit/paths.mjs'

interface Node {
  readonly [part: string]: unknown
}

/** Placeholder for a value in a sentence. */
export const VALUE = '§'

/** Every text of a file that reads like words and can reach a person, with a sign in place of each value. */
export function sentencesOf(path: string): readonly string[] {
  const found: string[] = []
  const pending: unknown[] = [parseSync(path, readFileSync(fromRoot(path), 'utf8'), { preserveParens: false }).program]
  for (let part = pending.pop(); part !== undefined; part = pending.pop()) {
    if (Array.isArray(part)) pending.push(...part)
    else if (isNode(part) && !isForPrograms(part)) {
      const isText = textOf(part) !== undefined
      if (isText) found.push(...wordingsOf(part).filter(readsLikeWords))
      pending.push(...(isText ? valuesOf(part) : partsOf(part)))
    }
  }
  return found
}

/** The same sentence whatever its values are called; two values side by side are one. */
export function shapeOf(sentence: string): string {
  return sentence.replace(/(?:\{\{\w+\}\}|§)+/g, VALUE)
}

/** Two words, or one beside a value, in a text that is no code. */
function readsLikeWords(text: string): boolean {
  return /\p{L}{2,}[,;:.]? (?:\p{L}|\d+ \p{L}|§|["“])|§["”]?[,;:.]? \p{L}{2,}/u.test(text) && !CODE.test(text)
}

/** SQL, headers, addresses. */
const CODE =
  /\b(?:SELECT|INSERT|UPDATE|DELETE|CREATE|WHERE|FROM|ORDER BY|EXISTS|COLLATE|CASE|DESC|LIKE|IN \(|NOT NULL|IS NULL)\b|charset=|max-age=|filename=|boundary=|\b[a-z]\.[a-z_]+[,)]|HTTP\/1\.1|\n/

const isIn = (names: readonly string[]) => (name: unknown) => typeof name === 'string' && names.includes(name)

/** Ends what is below it: types, vocabularies, what only the log says, and what breaks the program. */
function isForPrograms(node: Node): boolean {
  switch (node['type']) {
    case 'ImportDeclaration':
    case 'TaggedTemplateExpression':
      return true
    case 'CallExpression':
      return isLog(nameOf(node['callee']))
    case 'NewExpression':
      return isBreakage(nameOf(node['callee']))
    case 'VariableDeclarator':
      return VOCABULARY.test(nameOf(node['id'])) && isList(node['init'])
    default:
      return String(node['type']).startsWith('TSType') || node['type'] === 'TSInterfaceDeclaration'
  }
}

/** A list of the class names or folder names of a benchmark, by the name of its constant: they are the same in every language. */
const VOCABULARY = /(?:^|_)(?:CLASSES|FOLDERS)$/

function isList(node: unknown): boolean {
  return isNode(node) && (node['type'] === 'ArrayExpression' || isList(node['expression']))
}

const isLog = isIn(['attempt', 'debug', 'info', 'logFailure', 'prepare', 'warn', 'split'])
const isBreakage = isIn(['DOMException', 'Error', 'RangeError', 'TypeError'])

/** How a text is made. */
type Text =
  | { readonly kind: 'literal'; readonly text: string }
  /** Pieces behind one another. */
  | { readonly kind: 'joined'; readonly pieces: readonly unknown[] }
  /** One of several, as a condition says. */
  | { readonly kind: 'choice'; readonly pieces: readonly unknown[] }

const TEXTS: ReadonlyMap<unknown, (node: Node) => Text | undefined> = new Map<
  unknown,
  (node: Node) => Text | undefined
>([
  ['Literal', ({ value }) => (typeof value === 'string' ? { kind: 'literal', text: value } : undefined)],
  ['TemplateElement', ({ value }) => ({ kind: 'literal', text: isNode(value) ? String(value['cooked']) : '' })],
  ['TemplateLiteral', (node) => ({ kind: 'joined', pieces: templatePieces(node) })],
  [
    'BinaryExpression',
    ({ operator, left, right }) => (operator === '+' ? { kind: 'joined', pieces: [left, right] } : undefined),
  ],
  ['ConditionalExpression', ({ consequent, alternate }) => ({ kind: 'choice', pieces: [consequent, alternate] })],
  [
    'LogicalExpression',
    ({ operator, left, right }) => (operator === '&&' ? undefined : { kind: 'choice', pieces: [left, right] }),
  ],
])

function textOf(node: unknown): Text | undefined {
  return isNode(node) ? TEXTS.get(node['type'])?.(node) : undefined
}

function templatePieces({ quasis, expressions }: Node): readonly unknown[] {
  const values = listOf(expressions)
  return listOf(quasis).flatMap((quasi, place) => [quasi, ...values.slice(place, place + 1)])
}

/** All wordings of a text: one for each combination of its conditions. */
function wordingsOf(node: unknown): readonly string[] {
  const text = textOf(node)
  switch (text?.kind) {
    case 'literal':
      return [text.text]
    case 'choice':
      return text.pieces.flatMap(wordingsOf)
    case 'joined':
      return text.pieces
        .map(wordingsOf)
        .reduce((begun, piece) => begun.flatMap((words) => piece.map((more) => words + more)), [''])
    case undefined:
      return [VALUE]
  }
}

/** The values of a text: they may hold texts of their own. */
function valuesOf(node: unknown): readonly unknown[] {
  const text = textOf(node)
  if (text === undefined) return [node]
  return text.kind === 'literal' ? [] : text.pieces.flatMap(valuesOf)
}

function partsOf(node: Node): readonly unknown[] {
  return Object.entries(node).flatMap(([name, part]) =>
    (node['type'] === 'Property' && name === 'key') ||
    (node['type'] === 'BinaryExpression' && node['operator'] !== '+') ||
    typeof part !== 'object'
      ? []
      : [part],
  )
}

function listOf(part: unknown): readonly unknown[] {
  return Array.isArray(part) ? part : []
}

function nameOf(callee: unknown): string {
  if (!isNode(callee)) return ''
  return callee['type'] === 'MemberExpression' ? nameOf(callee['property']) : String(callee['name'])
}

function isNode(part: unknown): part is Node {
  return typeof part === 'object' && part !== null && !Array.isArray(part)
}
