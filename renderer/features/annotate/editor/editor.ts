import { createStore, type StoreApi } from 'zustand/vanilla'
import { touching } from '#common/annotation/carry'
import { type AnnotationDocument, type Edit, isEmptyEdit } from '#common/annotation/edit'
import type { PlacedShape } from '#common/annotation/shape'
import type { LabelClass, ProjectType } from '#common/contract/projects'
import { type Size, type ViewPoint, viewPoint } from '#common/geometry/space'
import type { ClassId, ImageId, ProjectSlug, ShapeId } from '#common/ids'
import type { Scene } from '#renderer/canvas/scene'
import type { ImagePart } from '#renderer/canvas/still/renderer'
import { labellingOf } from '#renderer/data/project-type'
import { type ArmedContext, type ArmedEvent, clearsSelection, type Tool } from '#renderer/tools/armed'
import { sayEdit } from '#renderer/words/edits'
import { t } from '#renderer/words/words'
import { describeShapes } from '../model/describe.ts'
import type { DocumentView } from '../model/document/document-state.ts'
import type { DocumentStore } from '../model/document/document-store.ts'
import { armedClass, type Drawn, type EditorState, emptyState } from '../model/editor-state.ts'
import { selectionFor } from '../model/ground.ts'
import type { MachineCore } from '../model/machine.ts'
import type { EditorNotice } from '../model/notice.ts'
import { opening } from '../model/opening.ts'
import type { Options } from '../model/options.ts'
import { type NamedShape, namedShapes, sceneOf } from '../model/shape-names.ts'
import type { ToolSet } from '../model/tool-set.ts'
import { Drafts, type KeepSketch } from './drafts/drafts.ts'
import { discardDraft, restoreDraft } from './drafts/restore-draft.ts'
import { forgetUnnamed, keepUnnamed, unnamedOn } from './drafts/unnamed.ts'
import { drawShape } from './gesture/draw-shape.ts'
import { EarlyGestures } from './gesture/early-gestures.ts'
import { takeStep } from './gesture/take-step.ts'
import { isComing, toolContext } from './gesture/tool-context.ts'
import { readClass, readOptions, writeClass, writeOptions } from './kept-options.ts'
import { noteClass } from './recent-classes.ts'
import { TextDrafts } from './texts/text-drafts.ts'
import { fitted, resized, Viewports } from './viewports.ts'

export interface EditorOptions {
  readonly project: ProjectSlug
  readonly documents: DocumentStore
  readonly tools: ToolSet
  readonly frameOf: (image: ImageId) => (Size & { readonly color: string }) | undefined
  readonly say: (notice: EditorNotice) => void
  readonly keepSketch: KeepSketch
  /** Absent where nobody answers for images: tests of hands alone. */
  readonly core?: MachineCore
}

/** State of the annotate screen, and the way from a gesture to an edit of the image it was made on. */
export class Editor {
  readonly project: ProjectSlug
  readonly documents: DocumentStore
  readonly say: (notice: EditorNotice) => void
  readonly core: MachineCore | undefined
  readonly drafts: Drafts
  readonly tools: ToolSet
  readonly store: StoreApi<EditorState>
  readonly texts: TextDrafts
  /** The pixels of the image on screen; none while nothing shows it. */
  shownParts: () => readonly ImagePart[] = () => []
  readonly #frameOf: EditorOptions['frameOf']
  readonly #viewports = new Viewports()
  readonly #early = new EarlyGestures()
  /** A person took a tool, perhaps before the type of the project was known. */
  #isToolTaken = false

  constructor({ project, documents, tools, frameOf, say, keepSketch, core }: EditorOptions) {
    this.project = project
    this.documents = documents
    this.say = say
    this.core = core
    this.#frameOf = frameOf
    this.tools = tools
    const options = readOptions()
    this.store = createStore(() => emptyState(options, firstTool(tools, options).idle))
    this.drafts = new Drafts(keepSketch, (sketch) => tools.restored(sketch))
    this.texts = new TextDrafts({ project, documents, classes: () => this.state.classes ?? NO_CLASSES })
    this.set({ classId: readClass(project) })
  }

  get state(): EditorState {
    return this.store.getState()
  }

  set(part: Partial<EditorState>): void {
    this.store.setState(part)
  }

  setOptions(part: Partial<Options>): void {
    const options = { ...this.state.options, ...part }
    writeOptions(options)
    this.set({ options })
  }

  /** The labels on screen. */
  get document(): DocumentView | undefined {
    const { image } = this.state
    return image === undefined ? undefined : this.documents.view(image)
  }

  /** The labels as they are shown: an earlier state of them while one is looked at. */
  get shapes(): AnnotationDocument {
    return this.state.past?.shapes ?? this.document?.shapes ?? NO_SHAPES
  }

  get named(): readonly NamedShape[] {
    return namedShapes(this.shapes, this.state.classes ?? NO_CLASSES)
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

  /** Shows another image; unfinished drawings stay with the previous one. Reopening the same image reloads its labels, which may have changed. */
  open(image: ImageId): void {
    if (image === this.state.image) return void this.documents.open(image)
    this.settle()
    if (this.#early.drop())
      this.say({ kind: 'said', text: t('The annotations were still loading, so your drawing was not added') })
    const left = this.state
    if (left.image !== undefined) {
      this.#viewports.leave(left.image, left.viewport)
      if (this.drafts.leave(left.image, left.armed) || left.picker?.drawn)
        this.say({ kind: 'draft-kept', image: left.image })
    }
    this.set(opening(left, image, this.drafts.of(image) ?? this.tools.atRest(left.armed)))
    this.place()
    void this.documents.open(image).then(() => this.#labelsLoaded(image))
  }

  #labelsLoaded(image: ImageId): void {
    restoreDraft(this, image)
    if (image === this.state.image) this.#askAgain(image)
    if (image === this.state.image) for (const event of this.#early.take(image)) this.send(event)
  }

  resize(view: Size): void {
    const { frame } = this.state
    this.set({ view, ...(frame && { viewport: resized(this.state, frame, view) }) })
    if (!frame) this.place()
  }

  /** The image's size may have become known: it is shown as it was seen last, or as a whole. */
  place(): void {
    const { image, view, frame: known } = this.state
    const facts = image === undefined || known || view.width === 0 ? undefined : this.#frameOf(image)
    if (image === undefined || !facts) return
    const { width, height, color } = facts
    const frame = { width, height }
    this.set({ frame, color, viewport: this.#viewports.of(image, frame, this.state) })
  }

  fit(): void {
    const { frame, view } = this.state
    if (frame) this.set({ viewport: fitted(frame, view) })
  }

  /** Arms what was in hand last in projects of this type, unless a person took something else meanwhile. */
  setProjectType(projectType: ProjectType): void {
    const { armed, options } = this.state
    const isTaken = this.#isToolTaken || armed.isDrafting
    const tool = this.tools.wanted(projectType, isTaken ? armed.tool : (options.tools[projectType] ?? options.tool))
    this.set({ projectType, armed: tool.id === armed.tool ? armed : tool.idle })
  }

  arm(id: string): void {
    const tool = this.tools.named(id)
    this.settle()
    this.#isToolTaken = true
    const { armed, image, projectType, options } = this.state
    if (armed.tool === tool.id) return
    if (image !== undefined) this.drafts.leave(image, armed)
    const draft = image === undefined ? undefined : this.drafts.of(image)
    const next = draft?.tool === tool.id ? draft : tool.over(this.state.selection)
    const selection = selectionFor(next, this.state, (id) => this.shape(id))
    this.set({ armed: next, cursor: undefined, pressed: undefined, selection })
    const tools = { ...options.tools, [projectType]: tool.id }
    this.setOptions({ tools, ...(tool.traits.isDrawing && { lastDrawn: tool.id }) })
  }

  armClass(classId: ClassId): void {
    writeClass(this.project, classId)
    noteClass(this.project, classId)
    this.set({ classId })
  }

  /** Context of the tool in hand; undefined while the image cannot be edited. */
  context(): ArmedContext | undefined {
    return toolContext(this)
  }

  /** One event for the tool in hand; while the labels are loading, it waits for them. */
  send(event: ArmedEvent): void {
    if (event.type === 'down') this.settle()
    const context = this.context()
    const { image } = this.state
    if (image === undefined) return
    if (context) this.#step(image, context, event)
    else if (isComing(this)) this.#early.hold(image, event)
  }

  #step(image: ImageId, context: ArmedContext, event: ArmedEvent): void {
    const { armed } = this.state
    if (event.type === 'up' && armed.traits.needsSkeleton && !context.skeleton) return this.#askForPoints()
    const step = armed.step(event, context)
    if (step.state !== armed) this.set({ armed: step.state })
    if (event.type === 'down' && clearsSelection(armed)) this.set({ selection: [] })
    if (event.type === 'cancel') discardDraft(this, image, armed)
    this.drafts.note(image, step.state)
    takeStep(this, image, { step, event })
  }

  /** Whether a gesture has one of the shapes in hand. */
  isHeld(of: ImageId, shapes: AnnotationDocument): boolean {
    const { image, armed, selection } = this.state
    return of === image && armed.holdsSelection && shapes.some(({ id }) => selection.includes(id))
  }

  /** Ends a run of arrow keys or a stroke of the brush, and sends what was typed, before anything else happens. */
  settle(): void {
    const { armed, image, projectType } = this.state
    if (image !== undefined && labellingOf(projectType) === 'texts') this.texts.leave(image)
    if (armed.isUnsettled) this.send({ type: 'settle' })
  }

  select(selection: readonly ShapeId[]): void {
    this.set({ selection, announcement: describeShapes(selection, { areDrawn: false, shapes: this.named }) })
  }

  announce(announcement: string): void {
    this.set({ announcement })
  }

  /** Shows and sends an edit of the image on screen; false when that is not possible now. */
  edit(edit: Edit): boolean {
    const { image } = this.state
    if (image === undefined || this.state.past || isEmptyEdit(edit)) return false
    const isTaken = this.documents.commit(image, touching(edit))
    if (isTaken) this.set({ announcement: sayEdit(edit.label), discarded: undefined, lastAct: undefined })
    return isTaken
  }

  /** A drawn shape becomes an edit of its own image; without any class it waits for the person to name one. */
  draw(drawn: Drawn, classId: ClassId | undefined = armedClass(this.state)?.id): void {
    if (classId === undefined) this.#askForClass(drawn)
    else drawShape(this, drawn, classId)
  }

  /** Opens the class picker for what is selected or drawn next. */
  pickClass(): void {
    this.#openPicker(undefined)
  }

  #openPicker(drawn: readonly Drawn[] | undefined): void {
    const { pointer, view, picker } = this.state
    this.set({ picker: { at: pointer ?? middleOf(view), drawn, wanted: drawn && picker?.wanted } })
  }

  /** On the image that it was drawn on: what comes late for another one waits there. */
  #askForClass(drawn: Drawn): void {
    const { image, picker } = this.state
    const isHere = drawn.image === image
    const waiting = [...((isHere && picker?.drawn) || unnamedOn(this.project, drawn.image)), drawn]
    keepUnnamed(this.project, drawn.image, waiting)
    if (isHere) this.#openPicker(waiting)
    else this.say({ kind: 'draft-kept', image: drawn.image })
  }

  /** Another window has named or given up the shapes that wait on the image, or has drawn more of them. */
  unnamedChanged(image: ImageId): void {
    const { picker } = this.state
    if (image !== this.state.image || !picker?.drawn) return
    const drawn = unnamedOn(this.project, image)
    this.set({ picker: drawn.length > 0 ? { ...picker, drawn } : undefined })
  }

  /** Asks for the class of shapes that were drawn on the image earlier. */
  #askAgain(image: ImageId): void {
    const unnamed = this.state.picker?.drawn ? [] : unnamedOn(this.project, image)
    if (unnamed.length > 0) this.#openPicker(unnamed)
  }

  /** Closes the class picker; answers the shapes that waited in it. */
  closePicker(): readonly Drawn[] {
    const { image, picker } = this.state
    const drawn = picker?.drawn ?? []
    if (image !== undefined && drawn.length > 0) forgetUnnamed(this.project, image)
    this.set({ picker: undefined })
    return drawn
  }

  /** Before an object can get its points somebody has to say which ones there are. */
  #askForPoints(): void {
    const label = armedClass(this.state)
    if (label) this.set({ skeletonOf: label.id })
    else this.pickClass()
  }
}

const NO_CLASSES: readonly LabelClass[] = []
const NO_SHAPES: AnnotationDocument = []

export function middleOf({ width, height }: Size): ViewPoint {
  return viewPoint(width / 2, height / 2)
}

/** Armed until the type of the project is known. */
function firstTool(tools: ToolSet, { tools: last, tool }: Options): Tool {
  return tools.wanted('object-detection', last['object-detection'] ?? tool)
}
