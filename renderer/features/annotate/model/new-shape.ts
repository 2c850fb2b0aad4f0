import { withDefaults } from '#common/annotation/attribute'
import type { AnnotationDocument, Edit } from '#common/annotation/edit'
import { editName, kindName } from '#common/annotation/edit-name'
import type { Shape } from '#common/annotation/shape'
import { brand } from '#common/border'
import type { LabelClass } from '#common/contract/projects'
import type { ClassId, ShapeId } from '#common/ids'
import type { Drawn } from './editor-state.ts'

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** Sixteen random letters and digits: 95 bits. */
export function newShapeId(): ShapeId {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return brand<ShapeId>(Array.from(bytes, (byte) => LETTERS[byte % LETTERS.length]).join(''))
}

/** Above everything that is there. */
export function nextZ(document: AnnotationDocument): number {
  return (document.at(-1)?.z ?? 0) + 1
}

interface Ground {
  readonly document: { readonly shapes: AnnotationDocument }
  readonly classId: ClassId
  readonly classes: readonly LabelClass[]
}

export function drawEdit({ outline, origin, drawn }: Drawn, { document, classId, classes }: Ground): Edit {
  const kind = kindName(outline.kind)
  const common = { id: newShapeId(), classId, z: nextZ(document.shapes), origin }
  const shape: Shape = { ...common, ...outline, ...(drawn && { drawn }) }
  const after = withDefaults(shape, classes.find(({ id }) => id === classId)?.attributes)
  return {
    label: origin === 'smart' ? editName('edit-accept', { kind }) : editName('edit-draw', { kind }),
    changes: [{ before: null, after }],
  }
}
