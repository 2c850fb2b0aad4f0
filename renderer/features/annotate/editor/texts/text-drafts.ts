import { z } from 'zod'
import { createStore } from 'zustand/vanilla'
import { editName } from '#common/annotation/edit-name'
import { TEXT_CLASS } from '#common/annotation/shape'
import type { LabelClass } from '#common/contract/projects'
import type { ImageId, ProjectSlug, ShapeId } from '#common/ids'
import { isEditable } from '../../model/document/document-state.ts'
import type { DocumentStore } from '../../model/document/document-store.ts'
import { newShapeId } from '../../model/new-shape.ts'
import { type Moment, rowsOf, type TextDraft, takeDrafts, textShapes } from './drafts.ts'

interface TextDraftsOptions {
  readonly project: ProjectSlug
  readonly documents: DocumentStore
  readonly classes: () => readonly LabelClass[]
}

type Drafts = ReadonlyMap<ImageId, readonly TextDraft[]>

const KEY = 'tessera.annotate.prompts'
const Prompts = z.array(z.string())
const NONE: readonly TextDraft[] = []

/** Text typed about images, until it is being saved. It stays with its image, also while another one is on screen. */
export class TextDrafts {
  readonly store = createStore<{ readonly drafts: Drafts }>(() => ({ drafts: new Map() }))
  readonly #options: TextDraftsOptions

  constructor(options: TextDraftsOptions) {
    this.#options = options
  }

  drafts(image: ImageId): readonly TextDraft[] {
    return this.store.getState().drafts.get(image) ?? NONE
  }

  /** A pair as it is typed now. */
  write(image: ImageId, draft: TextDraft): void {
    const drafts = this.drafts(image)
    const isKnown = drafts.some(({ id }) => id === draft.id)
    this.#set(image, isKnown ? drafts.map((each) => (each.id === draft.id ? draft : each)) : [...drafts, draft])
  }

  add(image: ImageId, prompt = ''): void {
    this.write(image, { id: newShapeId(), prompt, answer: '' })
  }

  remove(image: ImageId, id: ShapeId): void {
    const before = textShapes(this.#options.documents.view(image)?.shapes ?? []).find((shape) => shape.id === id)
    if (before)
      this.#options.documents.commit(image, { label: editName('edit-delete-text'), changes: [{ before, after: null }] })
    this.#set(
      image,
      this.drafts(image).filter((draft) => draft.id !== id),
    )
  }

  /** The hands pause: what can be stored is. */
  pause(image: ImageId): void {
    this.#send(image, 'typing')
  }

  /** The hands go on to something else. */
  leave(image: ImageId): void {
    this.#rememberPrompts(image)
    if (this.drafts(image).length > 0) this.#send(image, 'leaving')
  }

  /** Sends the waiting texts of all images that can be stored. */
  sendAll(): void {
    for (const image of this.store.getState().drafts.keys()) this.#send(image, 'typing')
  }

  /** The prompts of the image that had some last; empty while none had. */
  lastPrompts(): readonly string[] {
    const kept = localStorage.getItem(this.#key())
    return kept === null ? [] : Prompts.parse(JSON.parse(kept))
  }

  #send(image: ImageId, moment: Moment): void {
    const { documents, classes } = this.#options
    const view = documents.view(image)
    if (!isEditable(view)) return
    const classId = classes().find(({ name }) => name === TEXT_CLASS)?.id
    const { edit, left } = takeDrafts(this.drafts(image), { shapes: view.shapes, classId, moment })
    if (edit === undefined || documents.commit(image, edit)) this.#set(image, left)
  }

  #rememberPrompts(image: ImageId): void {
    const rows = rowsOf(this.#options.documents.view(image)?.shapes ?? [], this.drafts(image))
    const prompts = rows.map(({ prompt }) => prompt.trim()).filter((prompt) => prompt !== '')
    if (prompts.length > 0) localStorage.setItem(this.#key(), JSON.stringify(prompts))
  }

  #set(image: ImageId, drafts: readonly TextDraft[]): void {
    const all = new Map(this.store.getState().drafts)
    if (drafts.length > 0) all.set(image, drafts)
    else all.delete(image)
    this.store.setState({ drafts: all })
  }

  #key(): string {
    return `${KEY}.${this.#options.project}`
  }
}
