import type { AnnotationDocument, Edit } from '#common/annotation/edit'
import type { Shape } from '#common/annotation/shape'
import { brand } from '#common/border'
import type { ClassId, ShapeId } from '#common/ids'
import { KIND_WORDS } from '#renderer/tools/tool'
import type { Drawn } from './bench.ts'

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
}

export function drawEdit({ outline, origin }: Drawn, { document, classId }: Ground): Edit {
  const common = { id: newShapeId(), classId, z: nextZ(document.shapes), origin }
  const after: Shape = { ...common, ...outline }
  return {
    label: `${origin === 'smart' ? 'Accept' : 'Draw'} ${KIND_WORDS[outline.kind]}`,
    changes: [{ before: null, after }],
  }
}
