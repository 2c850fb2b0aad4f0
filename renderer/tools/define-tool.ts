import type { Change } from '#common/annotation/edit'
import type { Skeleton } from '#common/annotation/skeleton'
import type { Sketch } from '#common/annotation/sketch'
import type { ShapeId } from '#common/ids'
import type { OverlayItem } from '#renderer/canvas/overlay/overlay'
import type {
  ArmedContext,
  ArmedEvent,
  ArmedTool,
  OverlayContext,
  OwnEvent,
  PaintInTool,
  Tool,
  ToolTraits,
} from './armed.ts'
import type { Step, ToolContext, ToolEvent } from './tool.ts'

/** Definition of a tool: pure functions of its state. A missing function has no effect. */
export interface ToolKind<State> {
  readonly id: string
  readonly idle: State
  readonly traits?: Partial<ToolTraits>
  readonly step: (state: State, event: ToolEvent, context: ArmedContext) => Step<State>
  readonly stepOwn?: (state: State, event: OwnEvent, context: ArmedContext) => Step<State>
  readonly overlay?: (state: State, context: OverlayContext) => readonly OverlayItem[]
  readonly isDrafting?: (state: State) => boolean
  readonly isUnsettled?: (state: State) => boolean
  readonly holdsSelection?: (state: State) => boolean
  readonly fadesShapes?: (state: State) => boolean
  /** Returns the points to restore after a crash. */
  readonly points?: (state: State) => Sketch['points'] | undefined
  /** Returns the state with these points restored; undefined if they belong to another tool. */
  readonly restored?: (points: Sketch['points']) => State | undefined
  /** Returns the state at rest, with the selection. */
  readonly over?: (selection: readonly ShapeId[]) => State
  readonly cursor?: (state: State) => string | undefined
  readonly hovered?: (state: State) => ShapeId | undefined
  readonly pressed?: (state: State) => readonly ShapeId[]
  readonly paint?: (state: State) => PaintInTool
  readonly changes?: (state: State, context: ToolContext) => readonly Change[]
  readonly nextPoint?: (state: State, skeleton: Skeleton | undefined) => string | undefined
}

/** A tool, as its own folder sees it. */
export interface OwnTool<State> extends Tool {
  inHand(state: State): ArmedTool
  /** Returns the tool's state; undefined while another tool is armed. */
  stateIn(armed: ArmedTool): State | undefined
}

const PLAIN: ToolTraits = {
  isDrawing: false,
  takesHold: false,
  pans: false,
  paints: false,
  isForSelection: false,
  setsPoints: false,
  takesBack: false,
  followsBorders: false,
  snaps: false,
  needsSkeleton: false,
  endsByPress: false,
}

const NO_IDS: readonly ShapeId[] = []

/** Makes a tool of pure functions. */
export function defineTool<State>(kind: ToolKind<State>): OwnTool<State> {
  const traits: ToolTraits = { ...PLAIN, ...kind.traits }
  const inHand = (state: State) => new Armed(kind, traits, state)
  const idle = inHand(kind.idle)
  return {
    id: kind.id,
    traits,
    idle,
    inHand,
    stateIn: (armed) => (armed instanceof Armed ? armed.stateOf(kind) : undefined),
    over: (selection) => (kind.over ? inHand(kind.over(selection)) : idle),
    restored(sketch) {
      const state = sketch.tool === kind.id ? kind.restored?.(sketch.points) : undefined
      return state === undefined ? undefined : inHand(state)
    },
  }
}

/** A tool together with its private state. */
class Armed<State> implements ArmedTool {
  readonly tool: string
  readonly state: State
  readonly #kind: ToolKind<State>
  readonly #traits: ToolTraits

  constructor(kind: ToolKind<State>, traits: ToolTraits, state: State) {
    this.tool = kind.id
    this.state = state
    this.#kind = kind
    this.#traits = traits
  }

  /** Returns the state; undefined if it belongs to another kind. */
  stateOf(kind: unknown): State | undefined {
    return kind === this.#kind ? this.state : undefined
  }

  get traits(): ToolTraits {
    return this.#traits
  }

  get isDrafting(): boolean {
    return this.#kind.isDrafting?.(this.state) ?? false
  }

  get isUnsettled(): boolean {
    return this.#kind.isUnsettled?.(this.state) ?? false
  }

  get holdsSelection(): boolean {
    return this.#kind.holdsSelection?.(this.state) ?? this.isUnsettled
  }

  get fadesShapes(): boolean {
    return this.#kind.fadesShapes?.(this.state) ?? false
  }

  get sketch(): Sketch | undefined {
    const points = this.#kind.points?.(this.state)
    return points && { tool: this.tool, points }
  }

  get cursor(): string | undefined {
    return this.#kind.cursor?.(this.state)
  }

  get hovered(): ShapeId | undefined {
    return this.#kind.hovered?.(this.state)
  }

  get pressed(): readonly ShapeId[] {
    return this.#kind.pressed?.(this.state) ?? NO_IDS
  }

  get paint(): PaintInTool | undefined {
    return this.#kind.paint?.(this.state)
  }

  step(event: ArmedEvent, context: ArmedContext): Step<ArmedTool> {
    const step = this.#stepped(event, context)
    if (step.state === this.state) return { ...step, state: this }
    return { ...step, state: new Armed(this.#kind, this.#traits, step.state) }
  }

  #stepped(event: ArmedEvent, context: ArmedContext): Step<State> {
    if (!isOwnEvent(event)) return this.#kind.step(this.state, event, context)
    return this.#kind.stepOwn?.(this.state, event, context) ?? { state: this.state }
  }

  overlay(context: OverlayContext): readonly OverlayItem[] {
    return this.#kind.overlay?.(this.state, context) ?? []
  }

  changes(context: ToolContext): readonly Change[] {
    return this.#kind.changes?.(this.state, context) ?? []
  }

  nextPoint(skeleton: Skeleton | undefined): string | undefined {
    return this.#kind.nextPoint?.(this.state, skeleton)
  }
}

const OWN: ReadonlySet<string> = new Set<OwnEvent['type']>([
  'answer',
  'failed',
  'cycle',
  'choose',
  'skip',
  'follow',
  'flip',
])

function isOwnEvent(event: ArmedEvent): event is OwnEvent {
  return OWN.has(event.type)
}
