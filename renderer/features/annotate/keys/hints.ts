import type { PlacedShape } from '#common/annotation/shape'
import { labellingOf } from '#renderer/kit/display/project-type'
import type { ToolName } from '#renderer/tools/armed'
import { brushHints } from '../mask/brush-hints.ts'
import type { KeyContext } from './context.ts'
import { type Hint, key, type Named, pointer } from './hint.ts'
import type { KeyCommand } from './key-command.ts'

const ALL_KEYS = key('keys', 'all keys')
const NUMBERS: Named = { commands: ['class-1', 'class-9'], label: 'class' }

const MOVING = [key('previous', 'previous'), key('next', 'next'), key('go-to', 'go to'), ALL_KEYS]

const REVIEWING = [key('approve', 'approve'), key('reject', 'reject with a reason'), key('comment', 'comment')]

export interface Hinted {
  /** The kind of the one selected shape. */
  readonly selected?: PlacedShape['kind'] | undefined
  readonly commands: readonly KeyCommand[]
}

/** The line at the bottom: only what is valid now, most useful first, with the keys that the person has. */
export function hintsOf(context: KeyContext, { selected, commands }: Hinted): readonly Hint[] {
  return namedHints(context, selected).flatMap((hint) => {
    if ('caps' in hint) return [hint]
    const caps = hint.commands.flatMap((id) => commands.find((command) => command.id === id)?.chords[0] ?? [])
    return caps.length === hint.commands.length ? [{ caps, label: hint.label }] : []
  })
}

function namedHints(context: KeyContext, selected: PlacedShape['kind'] | undefined): readonly (Hint | Named)[] {
  if (context.isInPast) return [key('leave-past', 'return to now'), ...MOVING]
  if (!context.isEditable) return MOVING
  if (isReviewed(context)) return [...REVIEWING, ...toolHints(context), ...MOVING]
  if (labellingOf(context.projectType) !== 'places') return [...wholeHints(context), ...MOVING]
  return placedHints(context, selected)
}

function placedHints(context: KeyContext, selected: PlacedShape['kind'] | undefined): readonly (Hint | Named)[] {
  return [
    ...(context.hasProposals && !context.isDrafting && !context.hasSelection ? ASKED : []),
    ...toolHints(context),
    ...(context.tool === 'select' && selected ? PARTS[selected] : []),
    ...(context.classes > 0 ? [NUMBERS] : []),
    ...MOVING,
  ]
}

/** The labels wait for a reviewer, and nobody has begun to change them. */
function isReviewed({ isWaiting, canReview, isDrafting, hasSelection }: KeyContext): boolean {
  return isWaiting && canReview && !isDrafting && !hasSelection
}

/** What is said of the picture as a whole. */
function wholeHints({ projectType, classes }: KeyContext): readonly (Hint | Named)[] {
  const isOfClasses = labellingOf(projectType) === 'classes'
  return [
    ...(isOfClasses && classes > 0 ? [{ commands: ['class-1', 'class-9'], label: 'class of the picture' }] : []),
    ...(isOfClasses ? [key('class-picker', 'pick class')] : []),
    key('done', 'done'),
    key('nothing', 'nothing to label'),
  ]
}

function toolHints(context: KeyContext): readonly (Hint | Named)[] {
  return TOOL_HINTS[context.tool](context)
}

/** A proposal waits for an answer. */
const ASKED = [
  key('accept-proposal', 'accept'),
  key('reject-proposal', 'reject'),
  key('next-proposal', 'next proposal'),
]

const TOOL_HINTS: Readonly<Record<ToolName, (context: KeyContext) => readonly (Hint | Named)[]>> = {
  select: ({ hasSelection }) => (hasSelection ? SELECTED : SELECTING),
  hand: () => [pointer('Drag', 'move the picture'), pointer('Wheel', 'zoom'), key('fit', 'fit')],
  box: ({ isDrafting }) => (isDrafting ? BOX_IN_HAND : BOX),
  'rotated-box': ({ isDrafting }) => (isDrafting ? ROTATED_BOX_IN_HAND : ROTATED_BOX),
  polygon: ({ isDrafting }) => (isDrafting ? POLYGON_IN_HAND : POLYGON),
  polyline: ({ isDrafting }) => (isDrafting ? LINE_IN_HAND : LINE),
  point: () => [pointer('Click', 'new point'), key('class-picker', 'pick class')],
  keypoints: pointHints,
  reshape: ({ isDrafting }) => (isDrafting ? RESHAPE_IN_HAND : RESHAPE),
  brush: (context) => brushHints(context, 'erase'),
  eraser: (context) => brushHints(context, 'paint'),
  smart: ({ isDrafting }) =>
    isDrafting ? [...SMART, ...CUTTING] : [...SMART, key('accept-each', 'accept on every click')],
}

function pointHints({ nextPoint, isDrafting }: KeyContext): readonly (Hint | Named)[] {
  if (nextPoint === undefined) return [pointer('Click', 'name the points first'), key('class-picker', 'pick class')]
  return [
    pointer('Click', `place ${nextPoint}`),
    pointer('Right click', 'hidden'),
    key('skip-point', 'skip'),
    ...(isDrafting ? PLACING : [key('class-picker', 'pick class')]),
  ]
}

const PLACING = [key('finish-object', 'finish'), key('back', 'take back'), key('discard', 'discard')]

const SELECTING = [
  pointer('Click', 'select'),
  pointer('Shift click', 'add'),
  pointer('Drag', 'marquee'),
  key('next-shape', 'next shape'),
  key('repeat', 'repeat previous'),
]

const SELECTED = [
  pointer('Drag', 'move'),
  { caps: ['Arrows'], label: 'move 1 px' },
  key('next-shape', 'next shape'),
  key('duplicate', 'duplicate'),
  key('delete', 'delete'),
]

const TURNING = [key('tighten', 'tighten'), key('turn-left', 'turn')]

const VERTICES = [
  key('insert-vertex', 'insert vertex'),
  pointer('Alt drag', 'erase'),
  { caps: ['Mod'], label: 'drag: pick' },
]

/** What the parts of the one selected shape answer to. */
const PARTS: Readonly<Record<PlacedShape['kind'], readonly (Hint | Named)[]>> = {
  box: TURNING,
  'rotated-box': TURNING,
  polygon: VERTICES,
  polyline: VERTICES,
  point: [],
  mask: [],
  keypoints: [pointer('Drag point', 'move it'), pointer('Alt click', 'visible or hidden')],
}

const BOX = [
  pointer('Drag', 'new box'),
  pointer('Click click', 'new box'),
  key('tighten', 'tighten the last'),
  key('repeat', 'repeat previous'),
  key('class-picker', 'pick class'),
]

const BOX_IN_HAND = [
  { caps: ['Shift'], label: 'square', isPointer: true },
  { caps: ['Alt'], label: 'from the middle', isPointer: true },
  key('discard', 'discard'),
]

const ROTATED_BOX = [pointer('Drag', 'one edge'), pointer('Click click', 'one edge'), key('class-picker', 'pick class')]

const ROTATED_BOX_IN_HAND = [
  pointer('Click', 'set the edge, then the width'),
  { caps: ['Shift'], label: 'steps of 15°', isPointer: true },
  key('back', 'take back'),
  key('discard', 'discard'),
]

const POLYGON = [pointer('Click', 'first vertex'), pointer('Shift', 'trace'), key('class-picker', 'pick class')]

const LINE = [pointer('Click', 'first point'), pointer('Shift', 'trace'), key('class-picker', 'pick class')]

const LINE_IN_HAND = [
  pointer('Click', 'add point'),
  pointer('Shift', 'trace'),
  { caps: ['Mod'], label: 'steps of 45°' },
  key('end-line', 'end'),
  key('back', 'take back'),
  key('discard', 'discard'),
]

const POLYGON_IN_HAND = [
  pointer('Click', 'add vertex'),
  pointer('Shift', 'trace'),
  { caps: ['Mod'], label: 'steps of 45°' },
  key('follow-neighbour', 'follow a border'),
  key('flip-way', 'other way'),
  key('close', 'close'),
  key('back', 'drop last vertex'),
  key('discard', 'discard'),
]

const RESHAPE = [pointer('Click', 'first point'), pointer('Shift', 'trace'), key('leave-reshape', 'back to selecting')]

const RESHAPE_IN_HAND = [
  pointer('Click', 'add point'),
  pointer('Shift', 'trace'),
  key('finish-reshape', 'finish'),
  key('back', 'take back'),
  key('discard', 'discard'),
]

const SMART = [pointer('Click', 'add'), pointer('Alt click', 'exclude'), pointer('Drag', 'box')]

const CUTTING = [
  key('accept', 'accept'),
  key('cycle', 'other cut'),
  { commands: ['less-detail', 'more-detail'], label: 'detail' },
  key('back', 'drop last click'),
  key('accept-each', 'accept on every click'),
]
