import { z } from 'zod'
import { Ring } from '../geometry/polygon.ts'
import { AttributeId, GroupId } from '../ids.ts'

/** Maximum length of an attribute's text, in UTF-16 units. */
export const MAX_ATTRIBUTE_TEXT = 1000

/** Value of an annotation's attribute: yes or no, a number, a text, or the id of a choice. */
export const AttributeValue = z.union([z.boolean(), z.number(), z.string().max(MAX_ATTRIBUTE_TEXT)])
export type AttributeValue = z.infer<typeof AttributeValue>

/** Maximum number of attributes of an annotation. */
const MAX_ATTRIBUTES = 100

/** Properties of an annotation besides its class and geometry. Absent means not set; none is ever false. */
export const marks = {
  /** Can neither be picked on the canvas nor changed until it is unlocked. */
  isLocked: z.literal(true).optional(),
  /** Copied from another image and not yet changed or confirmed here. */
  isCarried: z.literal(true).optional(),
  /** Stands for many uncounted objects, or for a region that evaluation ignores (`iscrowd` of COCO). */
  crowd: z.literal(true).optional(),
  /** Annotations of one group are picked together. */
  group: GroupId.optional(),
  /** Keyed by the attributes of its class. */
  attributes: z
    .record(AttributeId, AttributeValue)
    .refine((values) => Object.keys(values).length <= MAX_ATTRIBUTES)
    .readonly()
    .optional(),
  /** The outline before simplification, and the tolerance in image pixels, so that the detail can be changed later. */
  drawn: z
    .object({ rings: z.array(Ring).min(1).readonly(), detail: z.number().nonnegative() })
    .readonly()
    .optional(),
}

export const Marks = z.object(marks).readonly()
export type Marks = z.infer<typeof Marks>

/** Returns the marks of an annotation in a fixed order; an empty object if it has none. */
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

/** Returns the marks that are kept in versions and copies. The others only matter while editing this image. */
export function lastingMarks(shape: Marks): Pick<Marks, 'crowd' | 'group' | 'attributes'> {
  const { crowd, group, attributes } = marksOf(shape)
  return { ...(crowd && { crowd }), ...(group !== undefined && { group }), ...(attributes && { attributes }) }
}

function sortedByKey<Value>(record: Readonly<Record<string, Value>>): Record<string, Value> {
  return Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)))
}
