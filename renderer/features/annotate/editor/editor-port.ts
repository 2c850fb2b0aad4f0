import type { AnnotationDocument, Edit } from '#common/annotation/edit'
import type { PlacedShape } from '#common/annotation/shape'
import type { ShapeId } from '#common/ids'
import type { Scene } from '#renderer/canvas/scene'
import type { ImagePart } from '#renderer/canvas/still/renderer'
import type { DocumentView } from '../model/document/document-state.ts'
import type { DocumentStore } from '../model/document/document-store.ts'
import type { Drawn, EditorState } from '../model/editor-state.ts'
import type { EditorNotice } from '../model/notice.ts'
import type { NamedShape } from '../model/shape-names.ts'
import type { ToolSet } from '../model/tool-set.ts'
import type { Drafts } from './drafts/drafts.ts'

/** The editor as its own parts see it: what they read, and how they answer. */
export interface EditorPort {
  readonly state: EditorState
  readonly documents: Pick<DocumentStore, 'view' | 'commit'>
  readonly document: DocumentView | undefined
  readonly shapes: AnnotationDocument
  readonly named: readonly NamedShape[]
  readonly scene: Scene
  readonly drafts: Drafts
  readonly tools: ToolSet
  readonly shownParts: () => readonly ImagePart[]
  shape(id: ShapeId): PlacedShape | undefined
  set(part: Partial<EditorState>): void
  select(ids: readonly ShapeId[]): void
  edit(edit: Edit): boolean
  draw(drawn: Drawn): void
  announce(text: string): void
  say(notice: EditorNotice): void
}
