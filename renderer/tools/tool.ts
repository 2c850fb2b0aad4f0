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

/** Context for tools: the image, its zoom and its shapes, in image pixels. */
export interface ToolContext {
  readonly frame: Size
  /** View pixels per image pixel, because hit distances are given in view pixels. */
  readonly scale: number
  readonly selection: readonly ShapeId[]
  /** Whether the project allows rotated boxes. */
  readonly canTurn: boolean
  /** Whether vertices and corners snap. */
  readonly snaps: boolean
  /** Whether coincident vertices of different outlines move together. */
  readonly welds: boolean
  /** The skeleton of the armed class, if it has one. */
  readonly skeleton: Skeleton | undefined
  shape(id: ShapeId): PlacedShape | undefined
  /** Returns an id for shapes that an edit creates besides the drawn one. */
  freshId(): ShapeId
  /** Returns the visible shapes under a point, smallest first; `slack` in image pixels. */
  under(point: ImagePoint, slack: number): readonly ShapeId[]
  /** Returns the visible shapes in a box, in drawing order. */
  within(box: Box, mode: MarqueeMode): readonly ShapeId[]
}

export interface Modifiers {
  readonly shift: boolean
  readonly alt: boolean
  /** Ctrl, or Cmd on a Mac. */
  readonly ctrl: boolean
}

/** A drag with its start, its current position and its modifiers. */
export interface Pull {
  readonly from: ImagePoint
  readonly to: ImagePoint
  readonly keys: Modifiers
}

/** A side of a box: −1 is left or top, 1 is right or bottom, 0 neither. */
export type Side = -1 | 0 | 1

/** A press of the pointer, or of Enter at the keyboard cursor. `clicks` is 2 for the second press of a double click. */
export interface PressEvent extends Modifiers {
  readonly type: 'down'
  readonly at: ImagePoint
  readonly button: 'main' | 'second'
  readonly clicks: number
}

/**
 * Effect of a key on the selection: move or resize by pixels, or rotate by degrees clockwise. A slider sets the detail
 * of its outline.
 */
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
  /** Finish, undo the last point, redo it, cancel. */
  | { readonly type: 'enter' | 'back' | 'again' | 'cancel' }
  /** A key acts on the selection. While it is held, its repeats are one gesture, which `settle` ends. */
  | ({ readonly type: 'nudge' } & Nudge)
  | { readonly type: 'settle' }

/** Returns the event if it is a press of the main button. */
export function mainPress(event: ToolEvent): PressEvent | undefined {
  return event.type === 'down' && event.button === 'main' ? event : undefined
}

/** A new outline. The caller gives it a class and a place in the drawing order. */
export type Outline = PlacedForm

/** An outline at full detail, and the tolerance in image pixels with which it was simplified. */
export type Detailed = NonNullable<PlacedShape['drawn']>

/** Adds pixels to masks or removes them. */
export type PaintVerb = 'paint' | 'erase'

export type Commit =
  | {
      readonly kind: 'draw'
      readonly outline: Outline
      readonly origin: ShapeOrigin
      /** The outline before simplification. */
      readonly drawn?: Detailed
    }
  | { readonly kind: 'edit'; readonly label: Message; readonly changes: readonly Change[] }
  | { readonly kind: 'paint'; readonly verb: PaintVerb; readonly ink: Ink }

/** Result of an event. Everything but the state is optional. */
export interface Step<State> {
  readonly state: State
  readonly commit?: Commit
  readonly select?: readonly ShapeId[]
  /** A shape that is too small to be intended; the user is asked whether to keep it. */
  readonly tooSmall?: Outline
  /** Reason why the selected shapes could not be changed. */
  readonly refusal?: OutlineRefusal
}

/** Minimum width and height of a shape, in image pixels; anything smaller is a slip. */
export const SMALLEST = 3

export const NO_KEYS: Modifiers = { shift: false, alt: false, ctrl: false }
