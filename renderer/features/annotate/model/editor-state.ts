import type { CommentPlace } from '#common/annotation/comment'
import type { AnnotationDocument } from '#common/annotation/edit'
import type { Lint } from '#common/annotation/lint/lint'
import type { ReviewState } from '#common/annotation/review'
import type { ShapeOrigin } from '#common/annotation/shape'
import type { ImageState } from '#common/contract/images'
import type { PixelFacts, SampleWindow } from '#common/contract/pixels'
import type { LabelClass, ProjectType } from '#common/contract/projects'
import type { ImagePoint, Size, ViewPoint, Viewport } from '#common/geometry/space'
import type { ClassId, CommentId, ImageId, ProposalId, ShapeId } from '#common/ids'
import { type Adjustments, UNADJUSTED } from '#renderer/canvas/still/adjust'
import type { ArmedTool } from '#renderer/tools/armed'
import type { KeptForm } from '#renderer/tools/smart/outline'
import type { Detailed, Outline } from '#renderer/tools/tool'
import type { ClassTask } from './class-task.ts'
import { IDLE_MACHINE, type Machine } from './machine.ts'
import type { Options } from './options.ts'

/** A drawn shape on its way to a class: the image it belongs to goes with it. */
export interface Drawn {
  readonly image: ImageId
  readonly outline: Outline
  readonly origin: ShapeOrigin
  /** The detailed outline before simplification. */
  readonly drawn?: Detailed
}

/** The class picker: where it opened, and what the picked class is for. */
export interface Picker {
  readonly at: ViewPoint
  /** Drawn shapes wait for the project's first class; otherwise the class is for the selection, or is armed. */
  readonly drawn: readonly Drawn[] | undefined
  /** The name of the class that is created once there is a connection. */
  readonly wanted?: string | undefined
}

/** The shapes that lie under a long press: where that was, and which, smallest first. */
export interface Pile {
  readonly at: ViewPoint
  readonly ids: readonly ShapeId[]
}

/** An earlier state of the labels, which is looked at. */
export interface Past {
  /** How many operations of the image's log it holds, counted from the first: that stays right while others are added. */
  readonly place: number
  /** Shapes of the image; undefined until they have been read. */
  readonly shapes: AnnotationDocument | undefined
  /** The shapes are those of this place; before, they may be those of the place before it. */
  readonly isKnown?: boolean
  /** A person wants to go back to it, and waits for its shapes. */
  readonly goesBack?: boolean
}

/** Settings of the view adjustment strip, apart from the window of samples. */
export type Tone = Omit<Adjustments, 'window' | 'equalization'>

/** An image as its file has it. */
export const UNADJUSTED_VIEW = { tone: UNADJUSTED, samples: undefined, draggedSamples: undefined }

/** A small box that stands over the canvas and waits for words. */
export type Asking =
  /** Why the image is rejected. */
  | { readonly kind: 'reason'; readonly image: ImageId }
  /** A number or name of the queue. */
  | { readonly kind: 'go-to' }
  /** A comment at a place, or on the whole image. */
  | { readonly kind: 'comment'; readonly image: ImageId; readonly place: CommentPlace }
  /** A comment thread, with a field for a reply. */
  | { readonly kind: 'thread'; readonly image: ImageId; readonly comment: CommentId }

/** Until it is known what the place keeps and what was said. */
const UNREVIEWED_QUEUE = { reviews: new Map(), canReview: false, canComment: false, canSort: false, asking: undefined }

/** The images that one goes through, in their order. */
export interface Queue {
  readonly ids: readonly ImageId[]
  readonly unfinished: ReadonlySet<ImageId>
  /** The images as they were read; absent while all of them are still in the project. */
  readonly read?: readonly ImageId[]
}

/** An act that went beyond the labels of the image on screen. */
export interface LastAct {
  /** As it is called in "Undo: Draw box". */
  readonly name: string
  readonly takeBack: () => void
}

/** Everything of the annotate screen that is not labels: what is in hand, what is looked at, and how. */
export interface EditorState {
  readonly image: ImageId | undefined
  readonly frame: Size | undefined
  /** Facts about its pixels; undefined until requested. */
  readonly pixels: PixelFacts | undefined
  /** How its pixels are shown. */
  readonly tone: Tone
  /** The samples that are black and white, once a person chose them; only of images with 16 bits a sample. */
  readonly samples: SampleWindow | undefined
  /** The same while they are being dragged. */
  readonly draggedSamples: SampleWindow | undefined
  /** Average color of the image, shown until its pixels are there. */
  readonly color: string
  readonly queue: Queue
  /** Direction in which one goes through the queue. */
  readonly way: 1 | -1
  /** States that changed since the queue was read. */
  readonly states: ReadonlyMap<ImageId, ImageState>
  /** Where the images of the queue stand with their reviewers; those that nobody is through with are missing. */
  readonly reviews: ReadonlyMap<ImageId, ReviewState>
  /** The place that the studio works on keeps reviews. */
  readonly canReview: boolean
  readonly canComment: boolean
  readonly canSort: boolean
  readonly asking: Asking | undefined
  readonly classes: readonly LabelClass[] | undefined
  readonly projectType: ProjectType
  readonly armed: ArmedTool
  /** A drawing that Esc gave up: undoing takes it up again, until something else is done. */
  readonly discarded: { readonly image: ImageId; readonly armed: ArmedTool } | undefined
  /** Undoing takes it back, until something else is done or looked at. */
  readonly lastAct: LastAct | undefined
  /** Nothing can be drawn while there is one. */
  readonly past: Past | undefined
  readonly selection: readonly ShapeId[]
  /** The suggestion that was stepped to; when it is gone or there is none, the first one is meant. */
  readonly proposal: ProposalId | undefined
  /** Labels that deserve a look, in drawing order. */
  readonly lints: readonly Lint[]
  /** The one of them that was stepped to last. */
  readonly lint: Lint | undefined
  /** Pointed at in the list. */
  readonly hovered: ShapeId | undefined
  readonly hidden: ReadonlySet<ShapeId>
  readonly classId: ClassId | undefined
  readonly view: Size
  readonly viewport: Viewport
  readonly pointer: ViewPoint | undefined
  /** Where the keyboard draws; the pointer takes over when it moves. */
  readonly cursor: ImagePoint | undefined
  /** Where the keyboard pressed last: pressing there again finishes. */
  readonly pressed: ImagePoint | undefined
  readonly isFocused: boolean
  readonly isPeeking: boolean
  readonly isSpaceHeld: boolean
  readonly isShowingKeys: boolean
  readonly picker: Picker | undefined
  readonly pile: Pile | undefined
  /** The class whose points are being named. */
  readonly skeletonOf: ClassId | undefined
  /** State of the machine, apart from the smart tool's own. */
  readonly machine: Machine
  /** The change of a class in progress. */
  readonly classTask: ClassTask | undefined
  /** Where the attributes of the selection are being said. */
  readonly attributesAt: ViewPoint | undefined
  readonly options: Options
  /** Read out by the live region. */
  readonly announcement: string
}

/** No key is held, and nothing is pointed at. */
const NOTHING_HELD = {
  pointer: undefined,
  cursor: undefined,
  pressed: undefined,
  isFocused: false,
  isPeeking: false,
  isSpaceHeld: false,
}

/** Nothing lies over the image. */
const NOTHING_OPEN = {
  isShowingKeys: false,
  picker: undefined,
  pile: undefined,
  skeletonOf: undefined,
  classTask: undefined,
  attributesAt: undefined,
}

/** The queue before it was read. */
export const UNREAD_QUEUE: Queue = { ids: [], unfinished: new Set() }

export function emptyState(options: Options, armed: ArmedTool): EditorState {
  return {
    image: undefined,
    frame: undefined,
    pixels: undefined,
    ...UNADJUSTED_VIEW,
    color: 'transparent',
    queue: UNREAD_QUEUE,
    way: 1,
    states: new Map(),
    ...UNREVIEWED_QUEUE,
    classes: undefined,
    projectType: 'object-detection',
    armed,
    discarded: undefined,
    lastAct: undefined,
    past: undefined,
    lints: [],
    lint: undefined,
    selection: [],
    proposal: undefined,
    hovered: undefined,
    hidden: new Set(),
    classId: undefined,
    view: { width: 0, height: 0 },
    viewport: { scale: 1, offsetX: 0, offsetY: 0 },
    ...NOTHING_HELD,
    ...NOTHING_OPEN,
    machine: IDLE_MACHINE,
    options,
    announcement: '',
  }
}

/** The armed class, or the project's first one; undefined while the project has none. */
export function armedClass({ classes, classId }: Pick<EditorState, 'classes' | 'classId'>): LabelClass | undefined {
  return classes?.find(({ id }) => id === classId) ?? classes?.[0]
}

/** The name of the point that the next press sets; undefined while no such tool or class is armed. */
export function nextPoint(state: Pick<EditorState, 'armed' | 'classes' | 'classId'>): string | undefined {
  return state.armed.nextPoint(armedClass(state)?.skeleton ?? undefined)
}

/** Whether a press of Enter sets a point at the keyboard's cursor instead of finishing what is drawn. */
export function pressesAtCursor({ armed, cursor, pressed, isFocused }: EditorState): boolean {
  if (!isFocused || !cursor || !armed.traits.isDrawing) return false
  const isSamePlace = pressed !== undefined && pressed.x === cursor.x && pressed.y === cursor.y
  return !isSamePlace || !armed.isDrafting || armed.traits.endsByPress
}

/** The form in which a cut is kept: as chosen, or as the project's type suggests. */
export function keepAsOf({ options, projectType }: Pick<EditorState, 'options' | 'projectType'>): KeptForm {
  if (projectType === 'keypoint-detection') return 'box'
  return options.keepAs[projectType] ?? (projectType === 'object-detection' ? 'box' : 'polygon')
}
