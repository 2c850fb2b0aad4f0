import { isPlaced } from '#common/annotation/shape'
import type { ProjectType } from '#common/contract/projects'
import { readOnlyNow } from '#renderer/kit/studio/read-only'
import { isDrafting, isDrawing, type ToolName } from '#renderer/tools/armed'
import type { PaintWay } from '#renderer/tools/mask/brush'
import { type DocumentView, isEditable } from '../document/document-state.ts'
import { offersOf } from '../proposals/offers.ts'
import { type Bench, nextPoint, pressesAtCursor } from '../workbench/bench.ts'
import type { Workbench } from '../workbench/workbench.ts'

/** What decides which keys are valid now. */
export interface KeyContext {
  readonly tool: ToolName
  /** Something unfinished is in the tool's hand. */
  readonly isDrafting: boolean
  readonly isDrawing: boolean
  readonly hasSelection: boolean
  /** Something lies in the image. */
  readonly hasShapes: boolean
  /** Labels deserve a look. */
  readonly hasLints: boolean
  readonly isEditable: boolean
  /** An earlier state of the labels is looked at. */
  readonly isInPast: boolean
  /** The canvas has the focus: arrows, Tab and Enter are its own. */
  readonly isFocused: boolean
  /** Enter sets a point at the keyboard's cursor. */
  readonly pressesAtCursor: boolean
  /** Proposals are shown: models ask about the image. */
  readonly hasProposals: boolean
  readonly canUndo: boolean
  readonly canRedo: boolean
  /** A drawing that was given up last can be taken up again. */
  readonly canResume: boolean
  /** An act that went beyond the image on screen can be taken back. */
  readonly hasLastAct: boolean
  /** Reviews are kept where the images are. */
  readonly canReview: boolean
  readonly canComment: boolean
  readonly canSort: boolean
  /** The labels wait for somebody to review them. */
  readonly isWaiting: boolean
  readonly classes: number
  /** Classes ask something of their objects. */
  readonly hasAttributes: boolean
  /** Classes can be renamed where the project lies. */
  readonly canChangeClasses: boolean
  readonly projectType: ProjectType
  /** How the brush points out pixels. */
  readonly paintWay: PaintWay
  /** The point that the next press sets. */
  readonly nextPoint: string | undefined
}

export function benchContext(bench: Bench) {
  return {
    tool: bench.armed.tool,
    isDrafting: isDrafting(bench.armed),
    isDrawing: isDrawing(bench.armed),
    hasSelection: bench.selection.length > 0,
    hasLints: bench.lints.length > 0,
    isInPast: bench.past !== undefined,
    isFocused: bench.isFocused,
    pressesAtCursor: pressesAtCursor(bench),
    canResume: bench.discarded !== undefined && bench.discarded.image === bench.image,
    hasLastAct: bench.lastAct !== undefined,
    canReview: bench.canReview,
    canComment: bench.canComment,
    canSort: bench.canSort,
    classes: bench.classes?.length ?? 0,
    hasAttributes: bench.classes?.some(({ attributes }) => attributes !== undefined) ?? false,
    projectType: bench.projectType,
    paintWay: bench.options.paintWay,
    nextPoint: nextPoint(bench),
  }
}

export function documentContext(document: DocumentView | undefined) {
  return {
    hasShapes: document?.shapes.some(isPlaced) ?? false,
    isEditable: isEditable(document),
    isWaiting: document?.review.state === 'waiting',
    canUndo: (document?.undo.length ?? 0) > 0,
    canRedo: (document?.redo.length ?? 0) > 0,
  }
}

let last:
  | { readonly bench: Bench; readonly document: DocumentView | undefined; readonly context: KeyContext }
  | undefined

/** What decides it at this moment, which the screen may show a frame later. The same object until something is another thing. */
export function keyContextNow({ bench, document }: Workbench, canChangeClasses: boolean): KeyContext {
  if (last?.bench === bench && last.document === document && last.context.canChangeClasses === canChangeClasses)
    return last.context
  const hasProposals = offersOf(document, bench).shown.length > 0
  const context = keyContext({ ...benchContext(bench), ...documentContext(document), hasProposals, canChangeClasses })
  last = { bench, document, context }
  return context
}

/** Off while the projects are read-only. */
const READ_ONLY = { canReview: false, canComment: false, canChangeClasses: false }

/** An earlier state of the labels is looked at, not edited. */
export function keyContext(parts: KeyContext): KeyContext {
  const isReadOnly = readOnlyNow('projects') !== undefined
  return { ...parts, isEditable: parts.isEditable && !parts.isInPast, ...(isReadOnly && READ_ONLY) }
}
