import { isPlaced } from '#common/annotation/shape'
import type { ProjectType } from '#common/contract/projects'
import { readOnlyNow } from '#renderer/data/read-only'
import type { ToolTraits } from '#renderer/tools/armed'
import type { PaintWay } from '#renderer/tools/mask/brush'
import type { Editor } from '../editor/editor.ts'
import { type DocumentView, isEditable } from '../model/document/document-state.ts'
import { type EditorState, nextPoint, pressesAtCursor } from '../model/editor-state.ts'
import { offersOf } from '../model/proposals/offers.ts'

/** State that decides which keys are valid now. */
export interface KeyContext {
  readonly tool: string
  /** Fixed traits of that tool. */
  readonly traits: ToolTraits
  /** Something unfinished is in the tool's hand. */
  readonly isDrafting: boolean
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
  /** Suggestions are shown: models ask about the image. */
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

export function stateContext(state: EditorState) {
  return {
    tool: state.armed.tool,
    traits: state.armed.traits,
    isDrafting: state.armed.isDrafting,
    hasSelection: state.selection.length > 0,
    hasLints: state.lints.length > 0,
    isInPast: state.past !== undefined,
    isFocused: state.isFocused,
    pressesAtCursor: pressesAtCursor(state),
    canResume: state.discarded !== undefined && state.discarded.image === state.image,
    hasLastAct: state.lastAct !== undefined,
    canReview: state.canReview,
    canComment: state.canComment,
    canSort: state.canSort,
    classes: state.classes?.length ?? 0,
    hasAttributes: state.classes?.some(({ attributes }) => attributes !== undefined) ?? false,
    projectType: state.projectType,
    paintWay: state.options.paintWay,
    nextPoint: nextPoint(state),
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
  | { readonly state: EditorState; readonly document: DocumentView | undefined; readonly context: KeyContext }
  | undefined

/** The key context at this moment, which the screen may show a frame later. The object stays the same until something changes. */
export function keyContextNow({ state, document }: Editor, canChangeClasses: boolean): KeyContext {
  if (last?.state === state && last.document === document && last.context.canChangeClasses === canChangeClasses)
    return last.context
  const hasProposals = offersOf(document, state).shown.length > 0
  const context = keyContext({ ...stateContext(state), ...documentContext(document), hasProposals, canChangeClasses })
  last = { state, document, context }
  return context
}

/** Off while the projects are read-only. */
const READ_ONLY = { canReview: false, canComment: false, canChangeClasses: false }

/** An earlier state of the labels is looked at, not edited. */
export function keyContext(parts: KeyContext): KeyContext {
  const isReadOnly = readOnlyNow('projects') !== undefined
  return { ...parts, isEditable: parts.isEditable && !parts.isInPast, ...(isReadOnly && READ_ONLY) }
}
