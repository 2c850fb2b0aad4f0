import { z } from 'zod'
import { Ring } from '../geometry/polygon.ts'
import { AttributeId, GroupId } from '../ids.ts'

/** Longest text that an attribute holds, in UTF-16 units. */
export const MAX_ATTRIBUTE_TEXT = 1000

/** Value of an annotation's attribute: yes or no, a number, a text, or the identifier of one of its choices. */
export const AttributeValue = z.union([z.boolean(), z.number(), z.string().max(MAX_ATTRIBUTE_TEXT)])
export type AttributeValue = z.infer<typeof AttributeValue>

/** Most attributes of one label. */
const MAX_ATTRIBUTES = 100

/** Marks that a person sets on an annotation besides its class and its place. An absent mark is not set; none is ever false. */
export const marks = {
  /** Neither picked on the canvas nor changed until it is unlocked. */
  isLocked: z.literal(true).optional(),
  /** Came from another image, and nobody has touched or confirmed it here. */
  isCarried: z.literal(true).optional(),
  /** Stands for many objects that nobody counted, or for a region that detectors are not judged by (`iscrowd` of COCO). */
  crowd: z.literal(true).optional(),
  /** Labels of one group are picked together. */
  group: GroupId.optional(),
  /** By the attributes of its class. */
  attributes: z
    .record(AttributeId, AttributeValue)
    .refine((values) => Object.keys(values).length <= MAX_ATTRIBUTES)
    .readonly()
    .optional(),
  /** The outline before it was simplified, and by how many image pixels it was: the detail can be chosen again. */
  drawn: z
    .object({ rings: z.array(Ring).min(1).readonly(), detail: z.number().nonnegative() })
    .readonly()
    .optional(),
}

export const Marks = z.object(marks).readonly()
export type Marks = z.infer<typeof Marks>

/** The marks of a label alone, always in the same order; an empty object where it has none. */
export function marksOf(shape: Marks): Marks {
  const { isLocked, isCarried, crowd, group, drawn } = shape
  const attributes = shape.attributes && sortedByKey(shape.attributes)
  return {
    ...(isLocked && { isLocked }),
    ...(isCarried && { isCarried }),
    ...(crowd && { crowd }),
    ...(group !== undefined && { group }),
    ...(attributes && Object.keys(attributes).length > 0 && { attributes }),
    ...(drawn && { drawn }),
  }
}

/** Marks that go with an annotation wherever it goes: into versions and other images. The rest is about working on it here. */
export function lastingMarks(shape: Marks): Pick<Marks, 'crowd' | 'group' | 'attributes'> {
  const { crowd, group, attributes } = marksOf(shape)
  return { ...(crowd && { crowd }), ...(group !== undefined && { group }), ...(attributes && { attributes }) }
}

function sortedByKey<Value>(record: Readonly<Record<string, Value>>): Record<string, Value> {
  return Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)))
}
