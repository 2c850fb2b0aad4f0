import type { PlacedShape } from '#common/annotation/shape'
import { labellingOf } from '#renderer/kit/display/project-type'
import { t } from '#renderer/kit/words/words'
import type { ToolName } from '#renderer/tools/armed'
import { brushHints } from '../mask/brush-hints.ts'
import type { KeyContext } from './context.ts'
import { type Hint, key, type Named, pointer } from './hint.ts'
import type { KeyCommand } from './key-command.ts'

const ALL_KEYS = key('keys', t('all keys'))
const NUMBERS: Named = { commands: ['class-1', 'class-9'], label: t('class') }

const MOVING = [key('previous', t('previous')), key('next', t('next')), key('go-to', t('go to')), ALL_KEYS]

const REVIEWING = [key('approve', t('approve')), key('reject', t('reject with a reason')), key('comment', t('comment'))]

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
  if (context.isInPast) return [key('leave-past', t('return to now')), ...MOVING]
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

/** What is said of the image as a whole. */
function wholeHints({ projectType, classes }: KeyContext): readonly (Hint | Named)[] {
  const isOfClasses = labellingOf(projectType) === 'classes'
  return [
    ...(isOfClasses && classes > 0 ? [{ commands: ['class-1', 'class-9'], label: t('class of the image') }] : []),
    ...(isOfClasses ? [key('class-picker', t('pick class'))] : []),
    key('done', t('done')),
    key('nothing', t('background')),
  ]
}

function toolHints(context: KeyContext): readonly (Hint | Named)[] {
  return TOOL_HINTS[context.tool](context)
}

/** A proposal waits for an answer. */
const ASKED = [
  key('accept-proposal', t('accept')),
  key('reject-proposal', t('reject')),
  key('next-proposal', t('next proposal')),
]

const TOOL_HINTS: Readonly<Record<ToolName, (context: KeyContext) => readonly (Hint | Named)[]>> = {
  select: ({ hasSelection }) => (hasSelection ? SELECTED : SELECTING),
  hand: () => [pointer(t('Drag'), t('move the image')), pointer(t('Wheel'), t('zoom')), key('fit', t('fit'))],
  box: ({ isDrafting }) => (isDrafting ? BOX_IN_HAND : BOX),
  'rotated-box': ({ isDrafting }) => (isDrafting ? ROTATED_BOX_IN_HAND : ROTATED_BOX),
  polygon: ({ isDrafting }) => (isDrafting ? POLYGON_IN_HAND : POLYGON),
  polyline: ({ isDrafting }) => (isDrafting ? LINE_IN_HAND : LINE),
  point: () => [pointer(t('Click'), t('new point')), key('class-picker', t('pick class'))],
  keypoints: pointHints,
  reshape: ({ isDrafting }) => (isDrafting ? RESHAPE_IN_HAND : RESHAPE),
  brush: (context) => brushHints(context, 'erase'),
  eraser: (context) => brushHints(context, 'paint'),
  smart: ({ isDrafting }) =>
    isDrafting ? [...SMART, ...CUTTING] : [...SMART, key('accept-each', t('accept on every click'))],
}

function pointHints({ nextPoint, isDrafting }: KeyContext): readonly (Hint | Named)[] {
  if (nextPoint === undefined)
    return [pointer(t('Click'), t('name the points first')), key('class-picker', t('pick class'))]
  return [
    pointer(t('Click'), t('place {{point}}', { point: nextPoint })),
    pointer(t('Right click'), t('hidden|point')),
    key('skip-point', t('skip')),
    ...(isDrafting ? PLACING : [key('class-picker', t('pick class'))]),
  ]
}

const PLACING = [key('finish-object', t('finish')), key('back', t('take back')), key('discard', t('discard'))]

const SELECTING = [
  pointer(t('Click'), t('select')),
  pointer(t('Shift click'), t('add')),
  pointer(t('Drag'), t('marquee')),
  key('next-shape', t('next shape')),
  key('repeat', t('repeat previous')),
]

const SELECTED = [
  pointer(t('Drag'), t('move')),
  { caps: [t('Arrows')], label: t('move 1 px') },
  key('next-shape', t('next shape')),
  key('duplicate', t('duplicate')),
  key('delete', t('delete')),
]

const TURNING = [key('tighten', t('tighten')), key('turn-left', t('turn'))]

const VERTICES = [
  key('insert-vertex', t('insert vertex')),
  pointer(t('Alt drag'), t('erase|vertices')),
  { caps: ['Mod'], label: t('drag: pick') },
]

/** What the parts of the one selected shape answer to. */
const PARTS: Readonly<Record<PlacedShape['kind'], readonly (Hint | Named)[]>> = {
  box: TURNING,
  'rotated-box': TURNING,
  polygon: VERTICES,
  polyline: VERTICES,
  point: [],
  mask: [],
  keypoints: [pointer(t('Drag point'), t('move it')), pointer(t('Alt click'), t('visible or hidden'))],
}

const BOX = [
  pointer(t('Drag'), t('new box')),
  pointer(t('Two clicks'), t('new box')),
  key('tighten', t('tighten the last')),
  key('repeat', t('repeat previous')),
  key('class-picker', t('pick class')),
]

const BOX_IN_HAND = [
  { caps: ['Shift'], label: t('square'), isPointer: true },
  { caps: ['Alt'], label: t('from the middle'), isPointer: true },
  key('discard', t('discard')),
]

const ROTATED_BOX = [
  pointer(t('Drag'), t('one edge')),
  pointer(t('Two clicks'), t('one edge')),
  key('class-picker', t('pick class')),
]

const ROTATED_BOX_IN_HAND = [
  pointer(t('Click'), t('set the edge, then the width')),
  { caps: ['Shift'], label: t('steps of 15°'), isPointer: true },
  key('back', t('take back')),
  key('discard', t('discard')),
]

const POLYGON = [
  pointer(t('Click'), t('first vertex')),
  pointer('Shift', t('trace')),
  key('class-picker', t('pick class')),
]

const LINE = [pointer(t('Click'), t('first point')), pointer('Shift', t('trace')), key('class-picker', t('pick class'))]

const LINE_IN_HAND = [
  pointer(t('Click'), t('add point')),
  pointer('Shift', t('trace')),
  { caps: ['Mod'], label: t('steps of 45°') },
  key('end-line', t('end')),
  key('back', t('take back')),
  key('discard', t('discard')),
]

const POLYGON_IN_HAND = [
  pointer(t('Click'), t('add vertex')),
  pointer('Shift', t('trace')),
  { caps: ['Mod'], label: t('steps of 45°') },
  key('follow-neighbour', t('follow a border')),
  key('flip-way', t('other way')),
  key('close', t('close')),
  key('back', t('drop last vertex')),
  key('discard', t('discard')),
]

const RESHAPE = [
  pointer(t('Click'), t('first point')),
  pointer('Shift', t('trace')),
  key('leave-reshape', t('back to selecting')),
]

const RESHAPE_IN_HAND = [
  pointer(t('Click'), t('add point')),
  pointer('Shift', t('trace')),
  key('finish-reshape', t('finish')),
  key('back', t('take back')),
  key('discard', t('discard')),
]

const SMART = [pointer(t('Click'), t('add')), pointer(t('Alt click'), t('exclude')), pointer(t('Drag'), t('box'))]

const CUTTING = [
  key('accept', t('accept')),
  key('cycle', t('other cut')),
  { commands: ['less-detail', 'more-detail'], label: t('detail') },
  key('back', t('drop last click')),
  key('accept-each', t('accept on every click')),
]
