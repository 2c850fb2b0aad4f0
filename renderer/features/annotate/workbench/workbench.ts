import { createStore } from 'zustand/vanilla'
import { touching } from '#common/annotation/carry'
import { type AnnotationDocument, type Edit, isEmptyEdit } from '#common/annotation/edit'
import { isPlaced, type PlacedShape } from '#common/annotation/shape'
import type { LabelClass, ProjectType } from '#common/contract/projects'
import { type Size, type ViewPoint, type Viewport, viewPoint } from '#common/geometry/space'
import type { ClassId, ImageId, ProjectSlug, ShapeId } from '#common/ids'
import type { Scene } from '#renderer/canvas/scene'
import type { PicturePart } from '#renderer/canvas/still/renderer'
import { fitViewport, keepInSight, sameViewport } from '#renderer/canvas/viewport'
import { labellingOf } from '#renderer/kit/display/project-type'
import { sayAct } from '#renderer/kit/words/acts'
import {
  type Armed,
  type ArmedContext,
  type ArmedEvent,
  armedOver,
  atRest,
  clearsSelection,
  IDLE,
  isDrafting,
  isDrawing,
  paints,
  type RailTool,
  stepArmed,
} from '#renderer/tools/armed'
import { crossingShape } from '#renderer/tools/outlines/crossing'
import { sketchOf } from '#renderer/tools/sketch'
import type { Commit, Modifiers, Step } from '#renderer/tools/tool'
import { toolFor } from '#renderer/tools/tools-of'
import { noteClass } from '../classes/recent-classes.ts'
import { type DocumentView, isEditable } from '../document/document-state.ts'
import type { DocumentStore } from '../document/document-store.ts'
import { Drafts, type KeepSketch } from '../drafts/drafts.ts'
import { selectionFor } from '../mask/ground.ts'
import { commitPaint } from '../mask/paint-acts.ts'
import { withGroups } from '../objects/groups.ts'
import { placeOf } from '../queue/queue.ts'
import type { MachineCore } from '../smart/machine.ts'
import { TextDesk } from '../texts/text-desk.ts'
import { armedClass, type Bench, type Drawn, emptyBench, UNADJUSTED_VIEW } from './bench.ts'
import { describeShapes } from './describe.ts'
import { drawEdit } from './new-shape.ts'
import type { WorkbenchNotice } from './notice.ts'
import { type Options, readClass, readOptions, writeClass, writeOptions } from './options.ts'
import { type NamedShape, namedShapes, sceneOf } from './shape-names.ts'
import { toolContext } from './tool-context.ts'

/** Room around a fitted picture, in view pixels. */
const MARGIN = 10

export type PictureFacts = Size & { readonly color: string }

export interface WorkbenchOptions {
  readonly project: ProjectSlug
  readonly documents: DocumentStore
  readonly frameOf: (image: ImageId) => PictureFacts | undefined
  readonly say: (notice: WorkbenchNotice) => void
  readonly keepSketch: KeepSketch
  /** Absent where nobody answers for pictures: tests of hands alone. */
  readonly core?: MachineCore
}

/** What is in hand on the annotate screen, and the way from a gesture to an edit of the picture it was made on. */
export class Workbench {
  readonly project: ProjectSlug
  readonly documents: DocumentStore
  readonly say: (notice: WorkbenchNotice) => void
  readonly core: MachineCore | undefined
  readonly store = createStore<Bench>(() => emptyBench(readOptions()))
  /** Texts that are being typed. */
  readonly texts: TextDesk
  /** The pixels of the picture on screen; none while nothing shows it. */
  shownParts: () => readonly PicturePart[] = () => []
  readonly #frameOf: (image: ImageId) => PictureFacts | undefined
  readonly #viewports = new Map<ImageId, Viewport>()
  readonly #drafts: Drafts

  constructor({ project, documents, frameOf, say, keepSketch, core }: WorkbenchOptions) {
    this.project = project
    this.documents = documents
    this.say = say
    this.core = core
    this.#frameOf = frameOf
    this.#drafts = new Drafts(keepSketch)
    this.texts = new TextDesk({ project, documents, classes: () => this.bench.classes ?? NO_CLASSES })
    this.set({ classId: readClass(project) })
  }

  get bench(): Bench {
    return this.store.getState()
  }

  set(part: Partial<Bench>): void {
    this.store.setState(part)
  }

  setOptions(part: Partial<Options>): void {
    const options = { ...this.bench.options, ...part }
    writeOptions(options)
    this.set({ options })
  }

  /** The labels on screen. */
  get document(): DocumentView | undefined {
    const { image } = this.bench
    return image === undefined ? undefined : this.documents.view(image)
  }

  /** The labels as they are shown: an earlier state of them while one is looked at. */
  get shapes(): AnnotationDocument {
    return this.bench.past?.shapes ?? this.document?.shapes ?? NO_SHAPES
  }

  get named(): readonly NamedShape[] {
    return namedShapes(this.shapes, this.bench.classes ?? NO_CLASSES)
  }

  get scene(): Scene {
    return sceneOf(this.named)
  }

  shape(id: ShapeId): PlacedShape | undefined {
    return this.namedShape(id)?.shape
  }

  namedShape(id: ShapeId): NamedShape | undefined {
    return this.named[this.scene.places.get(id) ?? -1]
  }

  /** Puts another picture on screen. What is unfinished stays with the one that is left. */
  open(image: ImageId): void {
    if (image === this.bench.image) return
    this.settle()
    const left = this.bench
    if (left.image !== undefined) {
      this.#viewports.set(left.image, left.viewport)
      if (this.#drafts.leave(left.image, left.armed)) this.say({ kind: 'draft-kept', image: left.image })
    }
    const armed = this.#drafts.of(image) ?? atRest(left.armed)
    const picker = left.picker?.drawn ? left.picker : undefined
    this.set({
      image,
      armed,
      picker,
      pile: undefined,
      frame: undefined,
      selection: [],
      hovered: undefined,
      hidden: new Set(),
    })
    this.set({
      proposal: undefined,
      past: undefined,
      pixels: undefined,
      asking: undefined,
      ...(!left.options.keepsTone && UNADJUSTED_VIEW),
    })
    this.set({ cursor: undefined, pressed: undefined, announcement: '', way: this.#wayTo(image, left) })
    this.place()
    void this.documents.open(image).then(() => this.#restore(image))
  }

  /** The view got another size; a picture that filled it fills it again. */
  resize(view: Size): void {
    const { frame, viewport, view: last } = this.bench
    this.set({ view })
    if (!frame) return this.place()
    const wasFitted = sameViewport(viewport, fitViewport(frame, last, MARGIN))
    if (wasFitted) this.fit()
    else this.set({ viewport: keepInSight(viewport, frame, view) })
  }

  /** The picture's size may have become known: it is shown as it was seen last, or as a whole. */
  place(): void {
    const { image, view, frame: known } = this.bench
    const facts = image === undefined || known || view.width === 0 ? undefined : this.#frameOf(image)
    if (image === undefined || !facts) return
    const { width, height, color } = facts
    const frame = { width, height }
    this.set({ frame, color, viewport: this.#viewportOf(image, frame) })
  }

  /** Where the last picture was looked at, if that is wanted; else where this one was; else all of it. */
  #viewportOf(image: ImageId, frame: Size): Viewport {
    const { options, viewport, view } = this.bench
    if (options.keepsPlace && this.#viewports.size > 0) return keepInSight(viewport, frame, view)
    return this.#viewports.get(image) ?? fitViewport(frame, view, MARGIN)
  }

  fit(): void {
    const { frame, view } = this.bench
    if (frame) this.set({ viewport: fitViewport(frame, view, MARGIN) })
  }

  /** A project of another kind may not have the tool that was in hand last; which one that was is not forgotten. */
  setProjectType(projectType: ProjectType): void {
    const { armed } = this.bench
    const tool = toolFor(projectType, armed.tool)
    this.set({ projectType, armed: tool === armed.tool ? armed : IDLE[tool] })
  }

  arm(tool: RailTool): void {
    this.settle()
    const { armed, image } = this.bench
    if (armed.tool === tool) return
    if (image !== undefined) this.#drafts.leave(image, armed)
    const draft = image === undefined ? undefined : this.#drafts.of(image)
    const next = draft?.tool === tool ? draft : armedOver(tool, this.bench.selection)
    const selection = selectionFor(next, this.bench, (id) => this.shape(id))
    this.set({ armed: next, cursor: undefined, pressed: undefined, selection })
    this.setOptions({ tool, ...(isDrawing(next) && { lastDrawn: tool }) })
  }

  armClass(classId: ClassId): void {
    writeClass(this.project, classId)
    noteClass(this.project, classId)
    this.set({ classId })
  }

  /** What the tool in hand may know; undefined while the picture cannot be edited. */
  context(): ArmedContext | undefined {
    return toolContext(this)
  }

  /** One event for the tool in hand. */
  send(event: ArmedEvent): void {
    if (event.type === 'down') this.settle()
    const context = this.context()
    const { image, armed } = this.bench
    if (!context || image === undefined) return
    if (event.type === 'up' && lacksPoints(armed, context)) return this.#askForPoints()
    const step = stepArmed(armed, event, context)
    if (step.state !== armed) this.set({ armed: step.state })
    if (event.type === 'down' && clearsSelection(armed)) this.set({ selection: [] })
    if (event.type === 'cancel') this.#discard(image, armed)
    this.#drafts.note(image, step.state)
    this.#take(image, step, keysOf(event))
  }

  /** Ends a run of arrow keys or a stroke of the brush, and sends what was typed, before anything else happens. */
  settle(): void {
    const { armed, image, projectType } = this.bench
    if (image !== undefined && labellingOf(projectType) === 'texts') this.texts.leave(image)
    const isNudging = armed.tool === 'select' && armed.state.at === 'nudging'
    if (isNudging || (paints(armed) && armed.state.at === 'painting')) this.send({ type: 'settle' })
  }

  select(selection: readonly ShapeId[]): void {
    this.set({ selection, announcement: this.#describe(selection) })
  }

  announce(announcement: string): void {
    this.set({ announcement })
  }

  /** Shows and sends an edit of the picture on screen; false when that is not possible now. */
  edit(edit: Edit): boolean {
    const { image } = this.bench
    if (image === undefined || this.bench.past || isEmptyEdit(edit)) return false
    const isTaken = this.documents.commit(image, touching(edit))
    if (isTaken) this.set({ announcement: sayAct(edit.label), discarded: undefined })
    return isTaken
  }

  /** A drawn shape becomes an edit of its own picture; without any class it waits for the person to name one. */
  draw(drawn: Drawn, classId: ClassId | undefined = armedClass(this.bench)?.id): void {
    const document = this.documents.view(drawn.image)
    if (classId === undefined) return this.#askForClass(drawn)
    if (!isEditable(document)) return this.say({ kind: 'discarded', drawn })
    const edit = drawEdit(drawn, { document, classId, classes: this.bench.classes ?? NO_CLASSES })
    if (!this.documents.commit(drawn.image, edit)) return this.say({ kind: 'discarded', drawn })
    this.set({ discarded: undefined })
    const crossing = crossingShape(edit)
    if (crossing !== undefined) this.say({ kind: 'crossing', shape: crossing })
    this.announce(
      this.#describe(
        edit.changes.flatMap(({ after }) => after?.id ?? []),
        true,
      ),
    )
  }

  #take(image: ImageId, step: Step<Armed>, keys?: Pick<Modifiers, 'shift' | 'alt'>): void {
    const { select, tooSmall, refusal, commit } = step
    if (select) this.select(this.#grouped(select, keys))
    if (refusal) this.say({ kind: 'outline-refused', refusal })
    if (tooSmall) this.say({ kind: 'too-small', drawn: { image, outline: tooSmall, origin: 'hand' } })
    if (commit) this.#make(image, commit)
  }

  #make(image: ImageId, commit: Commit): void {
    if (commit.kind === 'edit') return void this.edit({ label: commit.label, changes: commit.changes })
    if (commit.kind === 'paint') return commitPaint(this, image, commit)
    const { outline, origin, drawn } = commit
    this.draw({ image, outline, origin, ...(drawn && { drawn }) })
  }

  #grouped(next: readonly ShapeId[], { shift = false, alt = false }: Partial<Modifiers> = {}): readonly ShapeId[] {
    const picked = { before: this.bench.selection, next, isAdding: shift, isAlone: alt }
    return withGroups(picked, this.shapes.filter(isPlaced))
  }

  /** Before an object can get its points somebody has to say which ones there are. */
  #askForPoints(): void {
    const label = armedClass(this.bench)
    const { pointer, view } = this.bench
    if (label) this.set({ skeletonOf: label.id })
    else this.set({ picker: { at: pointer ?? middleOf(view), drawn: undefined } })
  }

  #askForClass(drawn: Drawn): void {
    const { pointer, view } = this.bench
    this.set({ picker: { at: pointer ?? middleOf(view), drawn } })
  }

  #wayTo(image: ImageId, { image: from, queue, way }: Bench): 1 | -1 {
    const step = from === undefined ? 0 : placeOf(queue.ids, image) - placeOf(queue.ids, from)
    return step === 0 ? way : step < 0 ? -1 : 1
  }

  /** What was unfinished when the program ended is in hand again, unless something else is. */
  #restore(image: ImageId): void {
    const { armed, projectType } = this.bench
    const draft = this.#drafts.restore(image, this.documents.view(image)?.sketch ?? null)
    if (!draft || image !== this.bench.image || isDrafting(armed) || toolFor(projectType, draft.tool) !== draft.tool)
      return
    this.set({ armed: draft, selection: [] })
    this.say({ kind: 'draft-restored' })
  }

  #discard(image: ImageId, armed: Armed): void {
    if (sketchOf(armed)) this.set({ discarded: { image, armed } })
  }

  /** Takes up again what Esc gave up; false when there is nothing, or something was done since. */
  resume(): boolean {
    const { image, discarded } = this.bench
    if (!discarded || discarded.image !== image) return false
    this.set({ armed: discarded.armed, selection: [], discarded: undefined })
    this.#drafts.note(image, discarded.armed)
    return true
  }

  /** "Box, Car 3, 120×80 at 340, 512, 3 of 17". */
  #describe(ids: readonly ShapeId[], areDrawn = false): string {
    return describeShapes(ids, { areDrawn, shapes: this.named })
  }
}

const NO_CLASSES: readonly LabelClass[] = []
const NO_SHAPES: AnnotationDocument = []

/** The tool in hand sets points, and nobody has said which ones there are. */
function lacksPoints({ tool }: Armed, { skeleton }: ArmedContext): boolean {
  return tool === 'keypoints' && !skeleton
}

function keysOf(event: ArmedEvent): Pick<Modifiers, 'shift' | 'alt'> | undefined {
  return 'shift' in event ? event : undefined
}

export function middleOf({ width, height }: Size): ViewPoint {
  return viewPoint(width / 2, height / 2)
}
