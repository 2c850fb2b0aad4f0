import type { Change } from '#common/annotation/edit'
import type { PlacedForm, PlacedShape, ShapeOrigin } from '#common/annotation/shape'
import type { Skeleton } from '#common/annotation/skeleton'
import type { Box } from '#common/geometry/box'
import type { Ink } from '#common/geometry/painting/ink'
import type { ImagePoint, Size } from '#common/geometry/space'
import type { ShapeId } from '#common/ids'
import type { Message } from '#common/messages/template'
import type { MarqueeMode } from '#renderer/canvas/picking'
import type { OutlineRefusal } from './outlines/refusal.ts'

/** Context for tools: the image, its zoom, and its shapes. All in image pixels. */
export interface ToolContext {
  readonly frame: Size
  /** View pixels per image pixel: reaches are given in view pixels. */
  readonly scale: number
  readonly selection: readonly ShapeId[]
  /** Whether the project takes boxes that are turned. */
  readonly canTurn: boolean
  /** Whether vertices and corners go onto what they come near. */
  readonly snaps: boolean
  /** Whether vertices of different outlines that lie on each other move together. */
  readonly welds: boolean
  /** The points of the armed class's objects, where they have any. */
  readonly skeleton: Skeleton | undefined
  shape(id: ShapeId): PlacedShape | undefined
  /** For shapes that an edit makes besides those that are drawn. */
  freshId(): ShapeId
  /** Visible shapes under a point, smallest first; `slack` in image pixels. */
  under(point: ImagePoint, slack: number): readonly ShapeId[]
  /** Visible shapes in a box, in drawing order. */
  within(box: Box, mode: MarqueeMode): readonly ShapeId[]
}

export interface Modifiers {
  readonly shift: boolean
  readonly alt: boolean
  /** Ctrl, or Cmd on a Mac. */
  readonly ctrl: boolean
}

/** How far the pointer has drawn what it holds. */
export interface Pull {
  readonly from: ImagePoint
  readonly to: ImagePoint
  readonly keys: Modifiers
}

/** A side of a box: −1 the near one (left, top), 1 the far one, 0 neither. */
export type Side = -1 | 0 | 1

/** A press of the pointer, or of Enter at the keyboard's cursor. `clicks` is 2 for the second press of a double click. */
export interface PressEvent extends Modifiers {
  readonly type: 'down'
  readonly at: ImagePoint
  readonly button: 'main' | 'second'
  readonly clicks: number
}

/** Effect of a key on the selection: moves, resizes by pixels, or turns by degrees clockwise; a slider sets the detail of its outline. */
export type Nudge =
  | PixelNudge
  | { readonly act: 'turn'; readonly by: number }
  | { readonly act: 'detail'; readonly level: number }

interface PixelNudge {
  readonly act: 'move' | 'grow'
  readonly by: { readonly x: number; readonly y: number }
}

export type ToolEvent =
  | PressEvent
  | (Modifiers & { readonly type: 'move' | 'up'; readonly at: ImagePoint })
  /** Finish, take the last point back, put it again, discard. */
  | { readonly type: 'enter' | 'back' | 'again' | 'cancel' }
  /** Keys act on what is selected; held down they are one gesture, which `settle` ends. */
  | ({ readonly type: 'nudge' } & Nudge)
  | { readonly type: 'settle' }

/** The press of the main button that the event is. */
export function mainPress(event: ToolEvent): PressEvent | undefined {
  return event.type === 'down' && event.button === 'main' ? event : undefined
}

/** A new outline; who uses the tool gives it a class and a place in the drawing order. */
export type Outline = PlacedForm

/** An outline in full, and by how many image pixels the one that is kept may stray from it. */
export type Detailed = NonNullable<PlacedShape['drawn']>

/** Adds pixels to masks, or takes them away. */
export type PaintVerb = 'paint' | 'erase'

export type Commit =
  | {
      readonly kind: 'draw'
      readonly outline: Outline
      readonly origin: ShapeOrigin
      /** The detailed outline before simplification. */
      readonly drawn?: Detailed
    }
  | { readonly kind: 'edit'; readonly label: Message; readonly changes: readonly Change[] }
  | { readonly kind: 'paint'; readonly verb: PaintVerb; readonly ink: Ink }

/** The result of one event. Everything but the state is absent when it did not happen. */
export interface Step<State> {
  readonly state: State
  readonly commit?: Commit
  readonly select?: readonly ShapeId[]
  /** Drawn, but smaller than a person can mean: offered to be kept. */
  readonly tooSmall?: Outline
  /** Drawn over shapes, and they could not take it. */
  readonly refusal?: OutlineRefusal
}

/** Less than this in width or height is a slip of the hand, in image pixels. */
export const SMALLEST = 3

export const NO_KEYS: Modifiers = { shift: false, alt: false, ctrl: false }
