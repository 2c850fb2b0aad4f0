import type { PlacedShape } from '#common/annotation/shape'
import { labellingOf } from '#renderer/data/project-type'
import { t } from '#renderer/words/words'
import type { KeyContext } from '../commands/context.ts'
import { type Hint, key, type Named } from '../commands/hint.ts'
import type { KeyCommand } from '../commands/key-command.ts'
import { entryOf } from './registry.ts'

const ALL_KEYS = key('keys', t('all keys'))
const NUMBERS: Named = { commands: ['class-1', 'class-9'], label: t('class') }

const MOVING = [key('previous', t('previous')), key('next', t('next')), key('go-to', t('go to')), ALL_KEYS]

const REVIEWING = [key('approve', t('approve')), key('reject', t('request changes')), key('comment', t('comment'))]

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
  if (context.isInPast) return [key('leave-past', t('return to current')), ...MOVING]
  if (!context.isEditable) return MOVING
  if (isReviewed(context)) return [...REVIEWING, ...entryOf(context.tool).hints(context, undefined), ...MOVING]
  if (labellingOf(context.projectType) !== 'places') return [...wholeHints(context), ...MOVING]
  return placedHints(context, selected)
}

function placedHints(context: KeyContext, selected: PlacedShape['kind'] | undefined): readonly (Hint | Named)[] {
  return [
    ...(context.hasProposals && !context.isDrafting && !context.hasSelection ? ASKED : []),
    ...entryOf(context.tool).hints(context, selected),
    ...(context.classes > 0 ? [NUMBERS] : []),
    ...MOVING,
  ]
}

/** The labels wait for a reviewer, and nobody has begun to change them. */
function isReviewed({ isWaiting, canReview, isDrafting, hasSelection }: KeyContext): boolean {
  return isWaiting && canReview && !isDrafting && !hasSelection
}

/** Hints for annotating the image as a whole. */
function wholeHints({ projectType, classes }: KeyContext): readonly (Hint | Named)[] {
  const isOfClasses = labellingOf(projectType) === 'classes'
  return [
    ...(isOfClasses && classes > 0 ? [{ commands: ['class-1', 'class-9'], label: t('class of the image') }] : []),
    ...(isOfClasses ? [key('class-picker', t('pick class'))] : []),
    key('done', t('done')),
    key('nothing', t('background')),
  ]
}

/** A suggestion waits for an answer. */
const ASKED = [
  key('accept-proposal', t('accept')),
  key('reject-proposal', t('reject')),
  key('next-proposal', t('next suggestion')),
]
