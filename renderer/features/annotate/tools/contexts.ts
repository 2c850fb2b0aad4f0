import { ProjectType } from '#common/contract/projects'
import type { KeyContext } from '../commands/context.ts'
import { TOOL_ENTRIES } from './registry.ts'

/** Flags that vary independently of each other. */
const FLAGS = [
  'isDrafting',
  'hasSelection',
  'hasShapes',
  'hasLints',
  'isEditable',
  'isFocused',
  'isInPast',
  'pressesAtCursor',
  'hasProposals',
  'canUndo',
  'canRedo',
] as const satisfies readonly (keyof KeyContext)[]

const REST = {
  canResume: false,
  hasLastAct: false,
  canReview: true,
  canComment: true,
  canSort: true,
  isWaiting: false,
  classes: 12,
  canChangeClasses: true,
  hasAttributes: true,
  nextPoint: undefined,
  paintWay: 'stroke',
} as const

/** Every context that there can be, with more besides: what never happens together does no harm here. */
export function* allContexts(): Generator<KeyContext> {
  for (const projectType of ProjectType.options) {
    for (const { tool, types } of TOOL_ENTRIES) {
      if (!types.includes(projectType)) continue
      const { id, traits } = tool
      const hand = { ...REST, projectType, tool: id, traits }
      for (let bits = 0; bits < 2 ** FLAGS.length; bits++) yield { ...hand, ...flagsOf(bits) }
    }
  }
}

function flagsOf(bits: number): Pick<KeyContext, (typeof FLAGS)[number]> {
  const isSet = (flag: (typeof FLAGS)[number]) => (bits & (1 << FLAGS.indexOf(flag))) !== 0
  return {
    isDrafting: isSet('isDrafting'),
    hasSelection: isSet('hasSelection'),
    hasShapes: isSet('hasShapes'),
    hasLints: isSet('hasLints'),
    isEditable: isSet('isEditable'),
    isFocused: isSet('isFocused'),
    isInPast: isSet('isInPast'),
    pressesAtCursor: isSet('pressesAtCursor'),
    hasProposals: isSet('hasProposals'),
    canUndo: isSet('canUndo'),
    canRedo: isSet('canRedo'),
  }
}
