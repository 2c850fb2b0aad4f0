import { z } from 'zod'
import { type AttributesByClass, MAX_CHOICES, NamedAttribute } from '#common/annotation/named/attribute'
import { isUnsaid } from '#common/annotation/named/values'
import { FileRecord } from '../json.ts'

const ListedAttribute = z.object({
  name: z.string(),
  kind: z.string(),
  required: z.boolean().optional(),
  choices: z.array(z.string()).optional(),
  min: z.number().optional(),
  max: z.number().optional(),
  default: z.union([z.string(), z.number(), z.boolean()]).optional(),
})

const ListedAttributes = z.array(z.unknown()).max(1000)

/** The attributes that a JSON file lists for a class. What is none that is known is passed over: labels show what they say by it. */
export function attributesIn(list: unknown): readonly NamedAttribute[] {
  const entries = ListedAttributes.safeParse(list)
  return entries.success ? entries.data.flatMap((entry) => readListed(entry) ?? []) : []
}

const ListedByName = FileRecord(z.unknown())

/** The same by the names of classes. */
export function attributesByName(record: unknown): AttributesByClass {
  const classes = ListedByName.safeParse(record).data ?? {}
  const entries = Object.entries(classes).map(([name, list]) => [name, attributesIn(list)] as const)
  return new Map(entries.filter(([, attributes]) => attributes.length > 0))
}

function readListed(entry: unknown): NamedAttribute | undefined {
  const listed = ListedAttribute.safeParse(entry)
  if (!listed.success) return undefined
  const { required = false, ...rest } = listed.data
  return NamedAttribute.safeParse({ ...rest, isRequired: required }).data
}

/** A choice of these words; more than a list can be chosen from are texts. */
export function choiceOrText({ name, words, usual }: Words): NamedAttribute | undefined {
  const choices = words.map((word) => word.trim()).filter((word) => !isUnsaid(word))
  const common = { name, isRequired: false, ...(usual !== '' && !isUnsaid(usual) && { default: usual }) }
  const choice = NamedAttribute.safeParse({ ...common, kind: 'choice', choices })
  if (choice.success && choices.length <= MAX_CHOICES) return choice.data
  return NamedAttribute.safeParse({ ...common, kind: 'text' }).data
}

interface Words {
  readonly name: string
  readonly words: readonly string[]
  /** Empty where there is no default. */
  readonly usual: string
}
