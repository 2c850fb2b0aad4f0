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

/** Events that only some tools hear. */
export type OwnEvent = CutEvent | SkipEvent | PathEvent

/** Events for any tool; each handles its own. */
export type ArmedEvent = ToolEvent | OwnEvent

/** Context for drawing a tool. */
export interface OverlayContext extends ArmedContext {
  readonly viewport: Viewport
  readonly pointer: ViewPoint | undefined
  /** Where the keyboard draws. */
  readonly cursor: ImagePoint | undefined
  /** Colour of what is being drawn. */
  readonly color: string
  /** The one selected shape as the gesture has made it, with its colour: it shows its handles. */
  readonly single: { readonly shape: PlacedShape; readonly color: string } | undefined
}

/** Fixed traits of a tool, whatever its state. */
export interface ToolTraits {
  /** It makes or changes shapes: it shows the crosshair, and never takes hold of what is there. */
  readonly isDrawing: boolean
  /** It takes hold of shapes that are there. */
  readonly takesHold: boolean
  /** A drag moves the view. */
  readonly pans: boolean
  /** It changes pixels of masks: those that are selected stay so. */
  readonly paints: boolean
  /** A command arms it for what is selected; it ends with the selection. */
  readonly isForSelection: boolean
  /** It sets one point after the other, each of which can be taken back and put again. */
  readonly setsPoints: boolean
  /** The last thing that was pointed out can be taken back. */
  readonly takesBack: boolean
  /** It can go along the borders of neighbours. */
  readonly followsBorders: boolean
  /** Its points go onto what they come near, and the bar says so. */
  readonly snaps: boolean
  /** Its objects have the points that their class names. */
  readonly needsSkeleton: boolean
  /** Enter at the place of the last press is a press again, which ends what is drawn. */
  readonly endsByPress: boolean
}

/** Paint action of a tool's main button, and the current stroke. */
export interface PaintInTool {
  readonly verb: PaintVerb
  readonly stroke: { readonly verb: PaintVerb; readonly ink: Ink } | undefined
}

/** The tool in hand with what it is in the middle of. Nobody but who knows the tool looks into its state. */
export interface ArmedTool {
  /** Its name, as it is stored. */
  readonly tool: string
  readonly traits: ToolTraits
  /** Whether something unfinished would be lost if the tool were put down. */
  readonly isDrafting: boolean
  /** Whether a run of arrow keys or a stroke of the brush is under way: it ends before anything else happens. */
  readonly isUnsettled: boolean
  /** Whether a gesture has the selected shapes in hand: a press, a drag, held keys or a stroke. */
  readonly holdsSelection: boolean
  /** Whether the shapes at rest fade beside what is in hand. */
  readonly fadesShapes: boolean
  /** The unfinished work that would be lost if the program ended now; undefined when nothing in hand took more than one press. */
  readonly sketch: Sketch | undefined
  /** The CSS cursor that it asks for where it does not aim. */
  readonly cursor: string | undefined
  /** The shape that it would take hold of. */
  readonly hovered: ShapeId | undefined
  /** The shapes under a press that has not moved. */
  readonly pressed: readonly ShapeId[]
  readonly paint: PaintInTool | undefined
  step(event: ArmedEvent, context: ArmedContext): Step<ArmedTool>
  /** Items that it adds to the image. */
  overlay(context: OverlayContext): readonly OverlayItem[]
  /** The shapes a gesture has in hand, as they were and as they would be. */
  changes(context: ToolContext): readonly Change[]
  /** The name of the point that the next press sets. */
  nextPoint(skeleton: Skeleton | undefined): string | undefined
}

/** A tool as all but its own folder know it. */
export interface Tool {
  readonly id: string
  readonly traits: ToolTraits
  /** In hand, and in the middle of nothing. */
  readonly idle: ArmedTool
  /** The same over what is selected, which a tool may remember. */
  over(selection: readonly ShapeId[]): ArmedTool
  /** With the drawing in hand again; undefined for sketches of other tools. */
  restored(sketch: Sketch): ArmedTool | undefined
}

/** Whether what is drawn has nothing to do with the shapes that are selected: they are no longer. */
export function clearsSelection({ traits }: ArmedTool): boolean {
  return traits.isDrawing && !traits.isForSelection && !traits.paints
}
