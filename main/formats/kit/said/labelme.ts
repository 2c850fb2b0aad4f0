import type { NamedValues } from '#common/annotation/named/values'
import type { GroupNumbers } from './groups.ts'

/** A shape with the fields that LabelMe itself reads and keeps. */
export interface LabelMeShape {
  readonly label: string
  readonly points: readonly (readonly number[])[]
  readonly group_id: number | null
  readonly description: string
  readonly shape_type: string
  readonly flags: Readonly<Record<string, boolean>>
  readonly mask: string | null
  /** The four points of a polygon are the corners of a rectangle. */
  readonly rotated?: true
}

interface Told {
  readonly said: NamedValues | undefined
  readonly numbers: GroupNumbers | undefined
}

/**
 * A person's attributes of an object: yes and no as the flags that LabelMe shows, the rest under `attributes`, which it keeps and others
 * show. Of an object of several shapes the first one has them.
 */
export function labelMeSaid(shape: LabelMeShape, { said = {}, numbers }: Told, isFirst: boolean): LabelMeShape {
  const entries = isFirst ? Object.entries(said) : []
  const flags = entries.flatMap(([name, value]) => (typeof value === 'boolean' ? [[name, value] as const] : []))
  const attributes = entries.filter(([, value]) => typeof value !== 'boolean')
  return {
    ...shape,
    ...(numbers && { group_id: numbers.group }),
    flags: { ...shape.flags, ...Object.fromEntries(flags) },
    ...(attributes.length > 0 && { attributes: Object.fromEntries(attributes) }),
    ...(numbers && { object_id: numbers.object }),
  }
}
