import { z } from 'zod'
import { AttributeId } from '../ids.ts'
import { type AttributeValue, MAX_ATTRIBUTE_TEXT, type Marks } from './marks.ts'

const Name = z.string().trim().min(1).max(60)

const common = {
  id: AttributeId,
  name: Name,
  /** An annotation without a value is a lint. */
  isRequired: z.boolean(),
}

const Choice = z.object({ id: AttributeId, name: Name })

const ChoiceAttribute = z.object({
  ...common,
  kind: z.literal('choice'),
  choices: z.array(Choice).min(1).max(100),
  default: AttributeId.optional(),
})
const YesNoAttribute = z.object({ ...common, kind: z.literal('yes-no'), default: z.boolean().optional() })
const NumberAttribute = z.object({
  ...common,
  kind: z.literal('number'),
  min: z.number().optional(),
  max: z.number().optional(),
  default: z.number().optional(),
})
const TextAttribute = z.object({
  ...common,
  kind: z.literal('text'),
  default: z.string().max(MAX_ATTRIBUTE_TEXT).optional(),
})

/**
 * A question that annotations of a class answer. Annotations refer to attributes and choices by id, so that renaming
 * changes no annotation. `default` is the value for new annotations.
 */
export const Attribute = z.discriminatedUnion('kind', [ChoiceAttribute, YesNoAttribute, NumberAttribute, TextAttribute])
export type Attribute = z.infer<typeof Attribute>

/** Why attributes cannot be kept: an attribute or a choice without a name or with too long a one, or what several of them do. */
export type AttributesFault =
  | 'name-missing'
  | 'name-too-long'
  | 'choice-missing'
  | 'attributes-alike'
  | 'choices-alike'
  | 'default-misfit'

function faulty(fault: AttributesFault) {
  return { params: { fault } }
}

/** Returns the first fault; undefined for one that no screen can make. */
export function attributesFault({ issues: [first] }: z.ZodError): AttributesFault | undefined {
  if (first?.code === 'custom') return CUSTOM.find((fault) => fault === first.params?.['fault'])
  const field = first?.path.at(-1)
  if (field === 'choices' && first?.code === 'too_small') return 'choice-missing'
  if (field !== 'name') return undefined
  return first?.code === 'too_small' ? 'name-missing' : 'name-too-long'
}

const CUSTOM: readonly AttributesFault[] = ['attributes-alike', 'choices-alike', 'default-misfit']

/** The attributes of a class, in order. */
export const Attributes = z
  .array(Attribute)
  .max(100)
  .refine((all) => isUnique(all.map(({ name }) => name)), faulty('attributes-alike'))
  .refine(
    (all) => all.every((each) => each.kind !== 'choice' || isUnique(each.choices.map(({ name }) => name))),
    faulty('choices-alike'),
  )
  .refine(
    (all) => all.every((each) => each.default === undefined || fits(each, each.default)),
    faulty('default-misfit'),
  )

function isUnique(names: readonly string[]): boolean {
  return new Set(names.map((name) => name.toLowerCase())).size === names.length
}

/** Returns whether the attribute allows the value. */
function fits(attribute: Attribute, value: AttributeValue): boolean {
  switch (attribute.kind) {
    case 'choice':
      return attribute.choices.some(({ id }) => id === value)
    case 'yes-no':
      return typeof value === 'boolean'
    case 'number':
      return typeof value === 'number' && value >= (attribute.min ?? -Infinity) && value <= (attribute.max ?? Infinity)
    case 'text':
      return typeof value === 'string' && value !== ''
  }
}

type Values = Marks['attributes']

/**
 * Returns an annotation's value for the attribute; undefined if it has none, or one that the attribute no longer
 * allows.
 */
export function saidOf(attribute: Attribute, values: Values): AttributeValue | undefined {
  const value = values?.[attribute.id]
  return value !== undefined && fits(attribute, value) ? value : undefined
}

/** Returns the required attributes for which an annotation has no value. */
export function missingOf(attributes: readonly Attribute[], values: Values): readonly Attribute[] {
  return attributes.filter((each) => each.isRequired && saidOf(each, values) === undefined)
}

/** Adds the defaults of its class to an annotation where it has no values. */
export function withDefaults<Label extends Marks>(label: Label, attributes: readonly Attribute[] = []): Label {
  const usual = attributes.flatMap((each) => (each.default === undefined ? [] : [[each.id, each.default] as const]))
  return usual.length === 0 ? label : { ...label, attributes: { ...Object.fromEntries(usual), ...label.attributes } }
}

/** Returns the annotation with a value; undefined removes it. */
export function withValue<Label extends Marks>(
  label: Label,
  id: AttributeId,
  value: AttributeValue | undefined,
): Label {
  const { [id]: _, ...others } = label.attributes ?? {}
  return { ...label, attributes: value === undefined ? others : { ...others, [id]: value } }
}

/** Returns a value in a word or two, for lists: "red", "occluded", "age 3". Undefined for "no". */
export function wordOf(attribute: Attribute, values: Values): string | undefined {
  const value = saidOf(attribute, values)
  if (value === undefined || value === false) return undefined
  switch (attribute.kind) {
    case 'choice':
      return attribute.choices.find(({ id }) => id === value)?.name
    case 'yes-no':
      return attribute.name
    case 'number':
      return `${attribute.name} ${value}`
    case 'text':
      return String(value)
  }
}
