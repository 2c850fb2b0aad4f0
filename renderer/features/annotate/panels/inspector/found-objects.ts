import type { ShapeId } from '#common/ids'
import { t } from '#renderer/words/words'
import { attributeWords } from '../../commands/attributes/attributes.ts'
import { type NamedShape, shapeName } from '../../model/shape-names.ts'

/** The objects whose name, attributes or state hold every word that was typed: "car red locked". */
export function foundObjects(
  shapes: readonly NamedShape[],
  { typed, hidden }: { readonly typed: string; readonly hidden: ReadonlySet<ShapeId> },
): readonly NamedShape[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return shapes
  return shapes.filter((named) => {
    const text = [shapeName(named), attributeWords(named), ...stateWords(named, hidden)].join(' ').toLowerCase()
    return words.every((word) => text.includes(word))
  })
}

/** "locked", "hidden", "carried over", "crowd", "grouped". */
export function stateWords({ shape }: NamedShape, hidden: ReadonlySet<ShapeId>): readonly string[] {
  return [
    ...(shape.isLocked ? [t('locked')] : []),
    ...(hidden.has(shape.id) ? [t('hidden')] : []),
    ...(shape.isCarried ? [t('carried over')] : []),
    ...(shape.crowd ? [t('crowd')] : []),
    ...(shape.group === undefined ? [] : [t('grouped')]),
  ]
}
