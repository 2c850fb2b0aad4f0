import type { PlacedShape } from '#common/annotation/shape'
import { ENGLISH } from './en/english.ts'
import { tell, type ValuesOf, type Words } from './words.ts'

/**
 * Names of annotation edits. The history keeps the names in English, so that every language finds them again; the core has names of its
 * own, which stand here too. Of two that fit a stored name the first one is meant.
 */
const ACTS = [
  'Accept proposal',
  'Accept {{count}} proposals',
  'Accept {{thing}}',
  'Add to {{thing}}',
  'Approve',
  'Bring forward: {{count}} shapes',
  'Bring to the front: {{count}} shapes',
  'Carry over {{count}} shapes',
  'Change class of {{count}} shapes',
  'Change detail',
  'Change text',
  'Change {{count}} texts',
  'Confirm {{count}} carried shapes',
  'Delete text',
  'Delete vertex',
  'Delete {{count}} shapes',
  'Delete {{count}} vertices',
  'Delete {{thing}}',
  'Draw {{count}} shapes',
  'Draw {{thing}}',
  'Duplicate {{count}} shapes',
  'Erase mask',
  'Fill holes',
  'Give {{name}}',
  'Go back to an earlier state',
  'Group {{count}} shapes',
  'Grow mask by 1 px',
  'Import labels',
  'Insert vertex',
  'Intersect {{count}} shapes',
  'Lock {{count}} shapes',
  'Make {{count}} masks',
  'Make {{count}} polygons',
  'Mark as background',
  'Mark as done',
  'Mark as not done',
  'Mark point hidden',
  'Mark point visible',
  'Mark {{count}} shapes as crowd',
  'Merge class “{{from}}” into “{{into}}”',
  'Move point',
  'Move vertex',
  'Move {{count}} shapes',
  'Move {{count}} vertices',
  'Move {{thing}}',
  'Paint mask',
  'Paste {{count}} shapes',
  'Redraw part of polygon',
  'Reject proposal',
  'Reject {{count}} proposals',
  'Reject: {{reason}}',
  'Resize {{count}} shapes',
  'Resize {{thing}}',
  'Send backward: {{count}} shapes',
  'Send to the back: {{count}} shapes',
  'Set {{name}}',
  'Shrink mask by 1 px',
  'Slice {{count}} shapes',
  'Slice {{thing}}',
  'Subtract from {{thing}}',
  'Take carried shapes back',
  'Take point away',
  'Take the verdict back',
  'Take {{name}} away',
  'Tighten {{count}} boxes',
  'Tighten {{thing}}',
  'Turn {{count}} shapes',
  'Turn {{thing}}',
  'Undo the verdict',
  'Undo merging class “{{from}}” into “{{into}}”',
  'Ungroup {{count}} shapes',
  'Unite {{count}} shapes',
  'Unlock {{count}} shapes',
  'Unmark {{count}} crowd shapes',
  'Untangle polygon',
  'Write text',
] as const satisfies readonly Words[]

type Act = (typeof ACTS)[number]

/** The kinds inside the name of an act: its value `thing`. */
export const KIND_WORDS = {
  box: 'box',
  'rotated-box': 'rotated box',
  polygon: 'polygon',
  polyline: 'line',
  point: 'point',
  mask: 'mask',
  keypoints: 'keypoints',
} as const satisfies Readonly<Record<PlacedShape['kind'], Words>>

const KINDS = Object.values(KIND_WORDS)

const VALUE = /\{\{(\w+)\}\}/g

type Values = Readonly<Record<string, string | number>>

/** The name of an act as it is stored. */
export function act<Name extends Act>(name: Name, ...[values]: ValuesOf<Name>): string {
  const given: Values = values ?? {}
  return englishOf(name, given['count']).replaceAll(VALUE, (_, value: string) => String(given[value]))
}

const ENGLISH_FORMS: ReadonlyMap<string, string> = new Map(Object.entries(ENGLISH))

function englishOf(name: Act, count: string | number | undefined): string {
  if (count === undefined) return name
  return ENGLISH_FORMS.get(`${name}_${count === 1 ? 'one' : 'other'}`) ?? name
}

/** The stored name of an act in the language of the page; one that nobody knows stays as it is. */
export function sayAct(stored: string): string {
  const known = FORMER_NAMES.get(stored) ?? stored
  for (const { name, pattern } of PATTERNS) {
    const found = pattern.exec(known)
    if (found) return tell(name, saidValues(found.groups ?? {}))
  }
  return stored
}

/** Names in older histories. */
const FORMER_NAMES: ReadonlyMap<string, Act> = new Map([['Nothing to label', 'Mark as background']])

/** Patterns for the values of a stored name. */
const VALUE_PATTERNS: Readonly<Record<string, string>> = { count: '[\\d,]+', thing: KINDS.join('|') }

const PATTERNS = ACTS.flatMap((name) => {
  const forms = name.includes('{{count}}') ? [englishOf(name, 1), englishOf(name, 2)] : [name]
  return forms.map((form) => ({ name, pattern: new RegExp(`^${patternOf(form)}$`, 's') }))
})

function patternOf(form: string): string {
  const escaped = form.replaceAll(/[.*+?^$()|[\]\\]/g, '\\$&')
  return escaped.replaceAll(VALUE, (_, value: string) => `(?<${value}>${VALUE_PATTERNS[value] ?? '.+'})`)
}

function saidValues(groups: Readonly<Record<string, string>>): Values {
  return Object.fromEntries(Object.entries(groups).map(([value, text]) => [value, saidValue(value, text)]))
}

/** Names that people gave are the same in every language. */
function saidValue(value: string, text: string): string | number {
  if (value === 'count') return Number(text.replaceAll(',', ''))
  const kind = value === 'thing' ? KINDS.find((word) => word === text) : undefined
  return kind === undefined ? text : tell(kind, {})
}
