import { type Attribute, Attributes, type AttributesFault, attributesFault } from '#common/annotation/attribute'
import { AttributeId } from '#common/ids'
import { t } from '#renderer/words/words'
import { newShapeId } from '../../../model/new-shape.ts'

export type AttributeKind = Attribute['kind']

export const KIND_NAMES: Readonly<Record<AttributeKind, string>> = {
  choice: t('Choice|kind'),
  'yes-no': t('Yes or no'),
  number: t('Number'),
  text: t('Text'),
}

function newId(): AttributeId {
  return AttributeId.parse(newShapeId())
}

/** A new attribute, still without a name. */
export function newAttribute(kind: AttributeKind = 'choice'): Attribute {
  const common = { id: newId(), name: '', isRequired: false }
  if (kind === 'choice') return { ...common, kind, choices: [newChoice()] }
  return { ...common, kind }
}

export function newChoice() {
  return { id: newId(), name: '' }
}

/** The same question with other answers: what labels said before is none of them. */
export function ofKind(attribute: Attribute, kind: AttributeKind): Attribute {
  return attribute.kind === kind
    ? attribute
    : { ...newAttribute(kind), name: attribute.name, isRequired: attribute.isRequired }
}

/** The attributes as they are kept, or what is wrong with them. Choices without a name are left out. */
export function settled(
  draft: readonly Attribute[],
): { readonly attributes: Attribute[] } | { readonly fault: string } {
  const named = draft.map((each) =>
    each.kind === 'choice' ? { ...each, choices: each.choices.filter(({ name }) => name.trim() !== '') } : each,
  )
  const parsed = Attributes.safeParse(named)
  if (parsed.success) return { attributes: parsed.data }
  const fault = attributesFault(parsed.error)
  return { fault: fault === undefined ? t('Cannot save these attributes') : FAULTS[fault] }
}

const FAULTS: Readonly<Record<AttributesFault, string>> = {
  'name-missing': t('Every attribute and every choice needs a name'),
  'name-too-long': t('A name has at most 60 characters'),
  'choice-missing': t('Name at least one choice'),
  'attributes-alike': t('Two attributes have the same name'),
  'choices-alike': t('Two choices of an attribute have the same name'),
  'default-misfit': t('A default is not one of the choices, or is out of range'),
}
