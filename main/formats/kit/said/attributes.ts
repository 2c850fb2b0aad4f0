import { byNamesOnce, type NamedAttribute } from '#common/annotation/named/attribute'
import { type NamedValues, saidByNames } from '#common/annotation/named/values'
import type { Shape } from '#common/annotation/shape'
import type { ClassList, WrittenClass } from '../class-names.ts'

/** An annotation's attributes by their names in its class; undefined where it has none. */
export function saidBy(shape: Shape, classes: ClassList): NamedValues | undefined {
  if (shape.attributes === undefined) return undefined
  const attributes = classes.all[classes.indexOf(shape.classId)]?.attributes ?? []
  return saidByNames(attributes, shape.attributes)
}

/** The same with whether it is a crowd or ignore region, for files that say this by an attribute too. */
export function toldBy(shape: Shape, classes: ClassList, word: 'is_crowd' | 'iscrowd' = 'is_crowd') {
  const said = saidBy(shape, classes)
  return shape.crowd ? { ...said, [word]: true } : said
}

/**
 * Names that readers of JSON files take for something else. Two attributes of a class never differ in the size of letters alone, so
 * another size of the first letter is a name of its own.
 */
const RESERVED = new Set(['rotation', 'track_id', 'keyframe', 'occluded'])

/** The same under names that mean nothing else in JSON files. */
export function underFreeNames(said: NamedValues | undefined): NamedValues | undefined {
  if (said === undefined || !Object.keys(said).some((name) => RESERVED.has(name))) return said
  return Object.fromEntries(
    Object.entries(said).map(([name, value]) => [
      RESERVED.has(name) ? `${name.charAt(0).toUpperCase()}${name.slice(1)}` : name,
      value,
    ]),
  )
}

/** The attributes of a class as JSON files list them; undefined where there are none. */
export function listedAttributes({ attributes }: Pick<WrittenClass, 'attributes'>): readonly object[] | undefined {
  return attributes.length === 0 ? undefined : byNamesOnce(attributes).map(toListed)
}

function toListed({ name, kind, isRequired, ...rest }: NamedAttribute): object {
  return { name, kind, ...rest, ...(isRequired && { required: true }) }
}

/** The same for all classes that have some, by their names; undefined where none has. */
export function attributesByName({ all }: ClassList): Readonly<Record<string, readonly object[]>> | undefined {
  const entries = all.map((written) => [written.name, listedAttributes(written) ?? []] as const)
  const asked = entries.filter(([, attributes]) => attributes.length > 0)
  return asked.length === 0 ? undefined : Object.fromEntries(asked)
}

/** Whether any class asks something. */
export function areAsked({ all }: ClassList): boolean {
  return all.some(({ attributes }) => attributes.length > 0)
}
