import { shapeBounds } from '#common/annotation/shape'
import type { SegmentCandidate } from '#common/contract/segment'
import { type Box, boxBetween, boxRing } from '#common/geometry/box'
import { type ImagePoint, imagePoint } from '#common/geometry/space'
import { REACH } from '#renderer/canvas/looks'
import { distance } from '#renderer/canvas/outline'
import { detailTolerance } from '../detail.ts'
import { clampPoint, isTooSmall } from '../frame.ts'
import type { Detailed, Modifiers, PressEvent, Step, ToolContext, ToolEvent } from '../tool.ts'
import { type Keeping, proposedOutline, wholeRings } from './outline.ts'

export type Prompt =
  | { readonly kind: 'point'; readonly at: ImagePoint; readonly isPositive: boolean }
  | { readonly kind: 'box'; readonly box: Box }

interface Press {
  readonly from: ImagePoint
  readonly to: ImagePoint
  readonly isPositive: boolean
  readonly isDrag: boolean
  /** Index of the prompt under the press; a click removes it. */
  readonly on: number | undefined
}

/** Prompts and the latest answer. `serial` counts the requests, so that a late answer is recognized. */
export interface SmartState {
  readonly prompts: readonly Prompt[]
  readonly serial: number
  readonly answered: number
  readonly candidates: readonly SegmentCandidate[]
  readonly chosen: number
  readonly press: Press | undefined
  /** Enter was pressed before the answer arrived. */
  readonly isAccepting: boolean
  /** Shift was held at the last click: more clicks follow before the result is accepted automatically. */
  readonly isCollecting: boolean
  /**
   * The accepted request that is completed without the tool, because the next object was started before its answer
   * arrived.
   */
  readonly left: number | undefined
}

export const IDLE_SMART: SmartState = {
  prompts: [],
  serial: 0,
  answered: 0,
  candidates: [],
  chosen: 0,
  press: undefined,
  isAccepting: false,
  isCollecting: false,
  left: undefined,
}

/** An answer of smart select, and the choice among its candidates. */
export type CutEvent =
  | { readonly type: 'answer'; readonly serial: number; readonly candidates: readonly SegmentCandidate[] }
  | { readonly type: 'failed'; readonly serial: number }
  | { readonly type: 'cycle' }
  | { readonly type: 'choose'; readonly extent: SegmentCandidate['extent'] }

export type SmartEvent = ToolEvent | CutEvent

export function isCutEvent(event: { readonly type: string }): event is CutEvent {
  return event.type === 'answer' || event.type === 'failed' || event.type === 'cycle' || event.type === 'choose'
}

export interface SmartContext extends ToolContext, Keeping {
  /** Accepts every click as soon as it is answered. */
  readonly acceptsEach: boolean
}

export function stepSmart(state: SmartState, event: SmartEvent, context: SmartContext): Step<SmartState> {
  return isCutEvent(event) ? stepCut(state, event, context) : stepPrompt(state, event, context)
}

function stepPrompt(state: SmartState, event: ToolEvent, context: SmartContext): Step<SmartState> {
  switch (event.type) {
    case 'down':
      return { state: pressed(state, event, context.scale) }
    case 'move':
      return { state: moved(state, event.at, context.scale) }
    case 'up':
      return { state: released(moved(state, event.at, context.scale), event, context) }
    case 'enter':
      return accepting(state, context)
    case 'back':
      return { state: asking(state, state.prompts.slice(0, -1)) }
    case 'cancel':
      return { state: asking(state, []) }
    case 'again':
    case 'nudge':
    case 'settle':
      return { state }
  }
}

function stepCut(state: SmartState, event: CutEvent, context: SmartContext): Step<SmartState> {
  switch (event.type) {
    case 'answer':
      return event.serial === state.serial ? answered(state, event.candidates, context) : { state }
    case 'failed':
      return { state: event.serial === state.serial ? { ...state, answered: state.serial, isAccepting: false } : state }
    case 'cycle':
      return { state: { ...state, chosen: afterChosen(state) } }
    case 'choose':
      return { state: { ...state, chosen: placeOf(state.candidates, event.extent) } }
  }
}

/** Extents of the object in the order in which they are offered. The model's best candidate comes first. */
export const EXTENTS = ['whole', 'part', 'smaller'] as const satisfies readonly SegmentCandidate['extent'][]

export function offered(candidates: readonly SegmentCandidate[]): readonly SegmentCandidate[] {
  return candidates.toSorted((a, b) => EXTENTS.indexOf(a.extent) - EXTENTS.indexOf(b.extent))
}

function afterChosen({ candidates, chosen }: SmartState): number {
  const current = candidates[chosen]
  const order = offered(candidates)
  const next = current && order[(order.indexOf(current) + 1) % order.length]
  return next ? candidates.indexOf(next) : chosen
}

/** Enter before the answer applies to the answer. */
function accepting(state: SmartState, context: SmartContext): Step<SmartState> {
  return isWaiting(state) ? { state: { ...state, isAccepting: true } } : accepted(state, context)
}

function pressed(state: SmartState, { at, button, alt }: PressEvent, scale: number): SmartState {
  const on = promptAt(state, at, scale)
  return { ...state, press: { from: at, to: at, isPositive: button === 'main' && !alt, isDrag: false, on } }
}

/** Returns the index of the point prompt under the pointer. */
export function promptAt({ prompts }: SmartState, at: ImagePoint, scale: number): number | undefined {
  const place = prompts.findLastIndex(
    (prompt) => prompt.kind === 'point' && distance(prompt.at, at) * scale <= REACH.handle,
  )
  return place === -1 ? undefined : place
}

function moved(state: SmartState, to: ImagePoint, scale: number): SmartState {
  const { press } = state
  if (!press) return state
  const isDrag = press.isDrag || distance(press.from, to) * scale >= REACH.drag
  return { ...state, press: { ...press, to, isDrag } }
}

function released(current: SmartState, { shift }: Modifiers, context: SmartContext): SmartState {
  const { press } = current
  if (!press) return current
  const isLeft = isPromised(current, context)
  const state = isLeft ? { ...IDLE_SMART, serial: current.serial, left: current.serial } : current
  const { prompts } = state
  const { frame } = context
  const next = { ...state, press: undefined, isCollecting: shift }
  if (press.isDrag) {
    const box = boxBetween(clampPoint(press.from, frame), clampPoint(press.to, frame))
    if (isTooSmall(box)) return next
    return asking(next, [...prompts.filter(({ kind }) => kind !== 'box'), { kind: 'box', box }])
  }
  if (press.on !== undefined && !isLeft) return asking(next, prompts.toSpliced(press.on, 1))
  const { x, y } = clampPoint(press.from, frame)
  const inside = imagePoint(Math.min(x, frame.width - 0.01), Math.min(y, frame.height - 0.01))
  return asking(next, [...prompts, { kind: 'point', at: inside, isPositive: press.isPositive }])
}

/** Starts a new request; the last result stays visible until the answer. Without prompts there is no request. */
function asking(state: SmartState, prompts: readonly Prompt[]): SmartState {
  const serial = state.serial + 1
  if (prompts.length === 0) return { ...IDLE_SMART, serial, answered: serial }
  return { ...state, prompts, serial, press: undefined, isAccepting: false }
}

function answered(state: SmartState, candidates: readonly SegmentCandidate[], context: SmartContext): Step<SmartState> {
  const extent = state.candidates[state.chosen]?.extent
  const chosen = extent === undefined ? 0 : placeOf(candidates, extent)
  const next = { ...state, answered: state.serial, candidates, chosen, isAccepting: false }
  return isDue(state, context) ? accepted(next, context) : { state: next }
}

function placeOf(candidates: readonly SegmentCandidate[], extent: SegmentCandidate['extent']): number {
  return Math.max(
    0,
    candidates.findIndex((candidate) => candidate.extent === extent),
  )
}

function accepted(state: SmartState, context: SmartContext): Step<SmartState> {
  const outline = proposedOutline(state, context)
  if (!outline) return { state }
  const next = asking(state, [])
  const bounds = shapeBounds(outline)
  if (isTooSmall(bounds)) return { state: next, tooSmall: outline }
  const drawn = outline.kind === 'polygon' ? wholeCut(state, context) : undefined
  return { state: next, commit: { kind: 'draw', outline, origin: 'smart', ...(drawn && { drawn }) } }
}

/** Returns the full outline, if a simplified one is kept, so that its detail can be changed later. */
function wholeCut(state: SmartState, context: SmartContext): Detailed | undefined {
  const rings = wholeRings(state, context)
  const tolerance = rings ? detailTolerance(rings, context.detail) : 0
  return rings && tolerance > 0 ? { rings, detail: tolerance } : undefined
}

function isDue({ isAccepting, isCollecting }: SmartState, { acceptsEach }: Pick<SmartContext, 'acceptsEach'>): boolean {
  return isAccepting || (acceptsEach && !isCollecting)
}

/** Returns whether the current request is accepted whatever the answer is. */
export function isPromised(state: SmartState, context: Pick<SmartContext, 'acceptsEach'>): boolean {
  return isWaiting(state) && isDue(state, context)
}

/** Returns whether a request is unanswered. */
export function isWaiting({ serial, answered, prompts }: SmartState): boolean {
  return prompts.length > 0 && serial !== answered
}

/** Returns the box prompt as a ring, during and after its drag. */
export function promptBoxRing({ prompts, press }: SmartState): readonly number[] | undefined {
  if (press?.isDrag === true) return boxRing(boxBetween(press.from, press.to))
  const prompt = prompts.find(({ kind }) => kind === 'box')
  return prompt?.kind === 'box' ? boxRing(prompt.box) : undefined
}
