import type { Shape } from '#common/annotation/shape'
import type { LabelClass } from '#common/contract/projects'
import type { Draft } from '../../annotations/read-annotation.ts'

/** Whether the labels of a picture are those that a file says, to a thousandth of a pixel. */
export function sameLabels(
  shapes: readonly Shape[],
  drafts: readonly Draft[],
  classes: readonly Pick<LabelClass, 'id' | 'name'>[],
): boolean {
  if (shapes.length !== drafts.length) return false
  const names = new Map(classes.map(({ id, name }) => [id, name]))
  const there = shapes.map(({ id: _id, classId, z: _z, origin: _origin, ...geometry }) =>
    textOf(names.get(classId), geometry),
  )
  const wanted = drafts.map(({ className, geometry }) => textOf(className, geometry))
  const sorted = wanted.toSorted()
  return there.toSorted().every((text, index) => text === sorted[index])
}

function textOf(className: string | undefined, geometry: Draft['geometry']): string {
  return `${className} ${JSON.stringify(sorted(geometry))}`
}

/** Fields in one order, numbers without what storing them may change. */
function sorted(value: unknown): unknown {
  if (typeof value === 'number') return Math.round(value * 1000)
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  const fields = Object.entries(value).map(([name, inner]) => [name, sorted(inner)] as const)
  return Object.fromEntries(fields.toSorted(([a], [b]) => (a < b ? -1 : 1)))
}
