import { type Attribute, saidOf, withValue, wordOf } from '#common/annotation/attribute'
import { editName } from '#common/annotation/edit-name'
import type { AttributeValue } from '#common/annotation/marks'
import type { PlacedShape } from '#common/annotation/shape'
import type { LabelClass } from '#common/contract/projects'
import { t } from '#renderer/words/words'
import { type Editor, middleOf } from '../../editor/editor.ts'
import type { NamedShape } from '../../model/shape-names.ts'
import { selectedShapes } from '../shapes/shapes.ts'
import { typedText } from './read-value.ts'

/** Attributes of the selected shapes: those of their class, where they share one. */
export function askedOf(shapes: readonly PlacedShape[], classes: readonly LabelClass[]): readonly Attribute[] {
  const [first] = shapes
  if (!first || shapes.some(({ classId }) => classId !== first.classId)) return []
  return classes.find(({ id }) => id === first.classId)?.attributes ?? []
}

/** The value that all shapes share; `mixed` where they differ. */
export function sharedValue(
  attribute: Attribute,
  shapes: readonly PlacedShape[],
): { readonly value: AttributeValue | undefined; readonly isMixed: boolean } {
  const value = shapes[0] && saidOf(attribute, shapes[0].attributes)
  const isMixed = shapes.some(({ attributes }) => saidOf(attribute, attributes) !== value)
  return { value: isMixed ? undefined : value, isMixed }
}

/** Says it of every selected shape, as one step; undefined says nothing any more. */
export function sayOfSelection(editor: Editor, attribute: Attribute, value: AttributeValue | undefined): void {
  editor.settle()
  const shapes = selectedShapes(editor).filter(({ attributes }) => saidOf(attribute, attributes) !== value)
  if (shapes.length === 0) return
  const changes = shapes.map((before) => ({ before, after: withValue(before, attribute.id, value) }))
  editor.edit({ label: editName('edit-set-attribute', { name: attribute.name }), changes })
}

export function openAttributes(editor: Editor): void {
  const { pointer, view } = editor.state
  if (askedOf(selectedShapes(editor), editor.state.classes ?? []).length === 0) {
    return editor.announce(t('No attributes for this selection'))
  }
  editor.set({ attributesAt: pointer ?? middleOf(view) })
}

/** "red, occluded, age 3". */
export function attributeWords({ shape, label }: NamedShape): string {
  return (label?.attributes ?? []).flatMap((each) => attributeWord(each, shape) ?? []).join(', ')
}

function attributeWord(attribute: Attribute, { attributes }: PlacedShape): string | undefined {
  const value = attribute.kind === 'number' ? saidOf(attribute, attributes) : undefined
  return value === undefined ? wordOf(attribute, attributes) : `${attribute.name} ${typedText(value)}`
}
