import type { AnnotationDocument, Change, Edit } from '#common/annotation/edit'
import type { Shape } from '#common/annotation/shape'
import type { ShapeId } from '#common/ids'
import { type Act, holdsSame } from './document-state.ts'

/** A shape that is no longer there, as own acts found it and as they would have left it; null when they deleted it as well. */
interface Trace {
  readonly found: Shape
  readonly left: Shape | null
}

/** Follows shapes that others deleted through own acts on them, one act after another. */
export class LostShapes {
  readonly #traces = new Map<ShapeId, Trace>()

  /** `shapes`: those that are there when the act comes. Only a commit begins to follow a shape. */
  follow(act: Act, shapes: AnnotationDocument): void {
    const there = new Set(shapes.map(({ id }) => id))
    for (const change of editOf(act)?.changes ?? []) {
      const id = (change.before ?? change.after)?.id
      if (id !== undefined && !there.has(id)) this.#trace(id, { ...change, mayBegin: act.kind === 'commit' })
    }
  }

  #trace(id: ShapeId, { before, after, mayBegin }: Change & { readonly mayBegin: boolean }): void {
    const found = this.#traces.get(id)?.found ?? (mayBegin && after ? before : null)
    if (found) this.#traces.set(id, { found, left: after })
  }

  /** Shapes that the user's own edits changed and did not delete, in their resulting state. */
  changed(): AnnotationDocument {
    return [...this.#traces.values()].flatMap(({ found, left }) => (left && !holdsSame([found], [left]) ? [left] : []))
  }
}

/** The edit of an act, as far as that is known. */
function editOf(act: Act): Edit | null {
  if (act.kind === 'state') return null
  return act.kind === 'commit' ? act.edit : act.shown
}
