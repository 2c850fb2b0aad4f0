import type { Change } from '#common/annotation/edit'
import type { PlacedShape } from '#common/annotation/shape'
import type { Skeleton } from '#common/annotation/skeleton'
import type { Sketch } from '#common/annotation/sketch'
import type { Ink } from '#common/geometry/painting/ink'
import type { ImagePoint, ViewPoint, Viewport } from '#common/geometry/space'
import type { ShapeId } from '#common/ids'
import type { OverlayItem } from '#renderer/canvas/overlay/overlay'
import type { SkipEvent } from './keypoints.ts'
import type { BrushContext } from './mask/brush.ts'
import type { PathEvent } from './polygon/path.ts'
import type { CutEvent, SmartContext } from './smart/smart.ts'
import type { PaintVerb, Step, ToolContext, ToolEvent } from './tool.ts'

/** Context for any tool. */
export interface ArmedContext extends SmartContext, BrushContext {}

/** Events that only some tools handle. */
export type OwnEvent = CutEvent | SkipEvent | PathEvent

/** Events for any tool; each tool handles the ones it knows. */
export type ArmedEvent = ToolEvent | OwnEvent

/** Context for drawing a tool. */
export interface OverlayContext extends ArmedContext {
  readonly viewport: Viewport
  readonly pointer: ViewPoint | undefined
  /** Position of the keyboard cursor. */
  readonly cursor: ImagePoint | undefined
  /** Color of the shape being drawn. */
  readonly color: string
  /** The only selected shape, in its current state during a gesture, and its color. It shows its handles. */
  readonly single: { readonly shape: PlacedShape; readonly color: string } | undefined
}

/** Traits of a tool that do not depend on its state. */
export interface ToolTraits {
  /** Makes or changes shapes: shows the crosshair and never picks up existing shapes. */
  readonly isDrawing: boolean
  /** Picks up existing shapes. */
  readonly takesHold: boolean
  /** A drag pans the view. */
  readonly pans: boolean
  /** Changes pixels of masks, which stay selected. */
  readonly paints: boolean
  /** Armed by a command for the selection, and put down when the selection ends. */
  readonly isForSelection: boolean
  /** Places points one by one, with undo and redo for each. */
  readonly setsPoints: boolean
  /** The last prompt or point can be undone. */
  readonly takesBack: boolean
  /** Can follow the borders of neighbors. */
  readonly followsBorders: boolean
  /** Its points snap, and the bar offers the option. */
  readonly snaps: boolean
  /** Its objects have the keypoints that their class defines. */
  readonly needsSkeleton: boolean
  /** Enter at the position of the last press is another press, which finishes the shape. */
  readonly endsByPress: boolean
}

/** The effect of the main button on pixels, and the current stroke. */
export interface PaintInTool {
  readonly verb: PaintVerb
  readonly stroke: { readonly verb: PaintVerb; readonly ink: Ink } | undefined
}

/** The armed tool with its state, which only the tool's own code reads. */
export interface ArmedTool {
  /** Stored id of the tool. */
  readonly tool: string
  readonly traits: ToolTraits
  /** Whether putting the tool down would lose unfinished work. */
  readonly isDrafting: boolean
  /** Whether a run of arrow keys or a brush stroke is under way, which must end before anything else happens. */
  readonly isUnsettled: boolean
  /** Whether a gesture is changing the selected shapes: a press, a drag, held keys or a stroke. */
  readonly holdsSelection: boolean
  /** Whether the shapes at rest fade while the tool is at work. */
  readonly fadesShapes: boolean
  /** Unfinished work to restore after a crash; undefined when it is worth no more than one press. */
  readonly sketch: Sketch | undefined
  /** The CSS cursor, where the tool shows no crosshair. */
  readonly cursor: string | undefined
  /** The shape that a press would pick up. */
  readonly hovered: ShapeId | undefined
  /** The shapes under a press that has not moved yet. */
  readonly pressed: readonly ShapeId[]
  readonly paint: PaintInTool | undefined
  step(event: ArmedEvent, context: ArmedContext): Step<ArmedTool>
  /** Returns the items that the tool draws over the image. */
  overlay(context: OverlayContext): readonly OverlayItem[]
  /** Returns the shapes that a gesture is changing, before and after. */
  changes(context: ToolContext): readonly Change[]
  /** Returns the name of the keypoint that the next press places. */
  nextPoint(skeleton: Skeleton | undefined): string | undefined
}

/** A tool, as code outside its folder sees it. */
export interface Tool {
  readonly id: string
  readonly traits: ToolTraits
  /** The tool at rest. */
  readonly idle: ArmedTool
  /** Returns the tool at rest, with a selection that it may remember. */
  over(selection: readonly ShapeId[]): ArmedTool
  /** Returns the tool with a sketch restored; undefined for sketches of other tools. */
  restored(sketch: Sketch): ArmedTool | undefined
}

/** Returns whether the drawing is unrelated to the selected shapes, so that they are deselected. */
export function clearsSelection({ traits }: ArmedTool): boolean {
  return traits.isDrawing && !traits.isForSelection && !traits.paints
}
