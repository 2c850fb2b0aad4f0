import type { PlacedShape } from '#common/annotation/shape'
import { labellingOf } from '#renderer/kit/display/project-type'
import type { ToolName } from '#renderer/tools/armed'
import type { KeyContext } from './context.ts'

/** One thing that hands can do now: caps and a word or two. */
export interface Hint {
  readonly caps: readonly string[]
  readonly label: string
  readonly isPointer?: boolean
}

const ALL_KEYS: Hint = { caps: ['?'], label: 'all keys' }
const NUMBERS: Hint = { caps: ['1', '9'], label: 'class' }
const pointer = (cap: string, label: string): Hint => ({ caps: [cap], label, isPointer: true })
const key = (cap: string, label: string): Hint => ({ caps: [cap], label })

const MOVING = [key('A', 'previous'), key('D', 'next'), ALL_KEYS]

/** The line at the bottom: only what is valid now, most useful first. */
export function hintsOf(context: KeyContext, selected?: PlacedShape['kind']): readonly Hint[] {
  if (!context.isEditable) return MOVING
  if (labellingOf(context.projectType) !== 'places') return [...wholeHints(context), ...MOVING]
  return [
    ...(context.hasProposals && !context.isDrafting && !context.hasSelection ? ASKED : []),
    ...toolHints(context),
    ...(context.tool === 'select' && selected ? PARTS[selected] : []),
    ...(context.classes > 0 ? [NUMBERS] : []),
    ...MOVING,
  ]
}

/** What is said of the picture as a whole. */
function wholeHints({ projectType, classes }: KeyContext): readonly Hint[] {
  const isOfClasses = labellingOf(projectType) === 'classes'
  return [
    ...(isOfClasses && classes > 0 ? [{ caps: ['1', '9'], label: 'class of the picture' }] : []),
    ...(isOfClasses ? [key('C', 'pick class')] : []),
    key('Mod+Enter', 'done'),
    key('/', 'nothing to label'),
  ]
}

function toolHints(context: KeyContext): readonly Hint[] {
  return TOOL_HINTS[context.tool](context)
}

/** A proposal waits for an answer. */
const ASKED = [key('Enter', 'accept'), key('Backspace', 'reject'), key('N', 'next proposal')]

const TOOL_HINTS: Readonly<Record<ToolName, (context: KeyContext) => readonly Hint[]>> = {
  select: ({ hasSelection }) => (hasSelection ? SELECTED : SELECTING),
  hand: () => [pointer('Drag', 'move the picture'), pointer('Wheel', 'zoom'), key('F', 'fit')],
  box: ({ isDrafting }) => (isDrafting ? BOX_IN_HAND : BOX),
  keypoints: pointHints,
  polygon: ({ isDrafting }) => (isDrafting ? POLYGON_IN_HAND : POLYGON),
  smart: ({ isDrafting }) => (isDrafting ? [...SMART, ...CUTTING] : [...SMART, key('X', 'accept on every click')]),
}

function pointHints({ nextPoint, isDrafting }: KeyContext): readonly Hint[] {
  if (nextPoint === undefined) return [pointer('Click', 'name the points first'), key('C', 'pick class')]
  return [
    pointer('Click', `place ${nextPoint}`),
    pointer('Right click', 'hidden'),
    key('X', 'skip'),
    ...(isDrafting ? PLACING : [key('C', 'pick class')]),
  ]
}

const PLACING = [key('Enter', 'finish'), key('Backspace', 'take back'), key('Escape', 'discard')]

const SELECTING = [
  pointer('Click', 'select'),
  pointer('Shift click', 'add'),
  pointer('Drag', 'marquee'),
  key('Tab', 'next shape'),
]

const SELECTED = [
  pointer('Drag', 'move'),
  { caps: ['Arrows'], label: 'move 1 px' },
  key('Tab', 'next shape'),
  key('Mod+D', 'duplicate'),
  key('Delete', 'delete'),
]

/** What the parts of the one selected shape answer to. */
const PARTS: Readonly<Record<PlacedShape['kind'], readonly Hint[]>> = {
  box: [],
  polygon: [pointer('Drag edge', 'insert vertex'), pointer('Alt click', 'delete vertex')],
  keypoints: [pointer('Drag point', 'move it'), pointer('Alt click', 'visible or hidden')],
}

const BOX = [pointer('Drag', 'new box'), pointer('Click click', 'new box'), key('C', 'pick class')]

const BOX_IN_HAND = [
  { caps: ['Shift'], label: 'square', isPointer: true },
  { caps: ['Alt'], label: 'from the middle', isPointer: true },
  key('Escape', 'discard'),
]

const POLYGON = [pointer('Click', 'first vertex'), key('C', 'pick class')]

const POLYGON_IN_HAND = [
  pointer('Click', 'add vertex'),
  pointer('Double click', 'close'),
  key('Enter', 'close'),
  key('Backspace', 'drop last vertex'),
  key('Escape', 'discard'),
]

const SMART = [pointer('Click', 'add'), pointer('Alt click', 'exclude'), pointer('Drag', 'box')]

const CUTTING = [
  key('Enter', 'accept'),
  key('Q', 'other cut'),
  { caps: ['[', ']'], label: 'detail' },
  key('Backspace', 'drop last click'),
  key('X', 'accept on every click'),
]
