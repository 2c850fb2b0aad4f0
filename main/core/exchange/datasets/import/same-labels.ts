import type { Attribute } from '#common/annotation/attribute'
import { answersOf, type NamedValues, saidByNames } from '#common/annotation/named/values'
import type { Shape } from '#common/annotation/shape'
import type { LabelClass } from '#common/contract/projects'
import type { Draft } from '../../../annotation/annotations/read-annotation.ts'

type KnownClass = Pick<LabelClass, 'id' | 'name'> & { readonly attributes?: readonly Attribute[] | undefined }

/**
 * Whether the labels of an image are those that a file says, to a thousandth of a pixel. What people do with labels here, such as
 * locking them, makes no other labels of them.
 */
export function sameLabels(
  shapes: readonly Shape[],
  drafts: readonly Draft[],
  classes: readonly KnownClass[],
): boolean {
  return shapes.length === drafts.length && otherLabels(shapes, drafts, classes).length === 0
}

/** The labels of a file that an image does not have yet; of those that a file says twice, an image may lack one. */
export function otherLabels(
  shapes: readonly Shape[],
  drafts: readonly Draft[],
  classes: readonly KnownClass[],
): readonly Draft[] {
  const byId = new Map(classes.map((known) => [known.id, known]))
  const byName = new Map(classes.map((known) => [known.name, known]))
  const there = new Map<string, number>()
  for (const shape of shapes) {
    const text = textOfShape(shape, byId.get(shape.classId))
    there.set(text, (there.get(text) ?? 0) + 1)
  }
  return drafts.filter((draft) => {
    const text = textOfDraft(draft, byName.get(draft.className))
    const left = there.get(text) ?? 0
    there.set(text, left - 1)
    return left <= 0
  })
}

function textOfShape(shape: Shape, known: KnownClass | undefined): string {
  const { id: _id, classId: _classId, z: _z, origin: _origin, ...rest } = shape
  const { isLocked: _locked, isCarried: _carried, drawn: _drawn, crowd = false, group, attributes, ...geometry } = rest
  const said = saidByNames(known?.attributes ?? [], attributes)
  return textOf({ className: known?.name, isCrowd: crowd, isGrouped: group !== undefined, said }, geometry)
}

function textOfDraft(draft: Draft, known: KnownClass | undefined): string {
  const { className, geometry, crowd = false, group } = draft
  return textOf({ className, isCrowd: crowd, isGrouped: group !== undefined, said: kept(known, draft) }, geometry)
}

/** Values that the class has a place for, as it spells them. */
function kept(
  known: KnownClass | undefined,
  { said, alsoSaid }: Pick<Draft, 'said' | 'alsoSaid'>,
): NamedValues | undefined {
  const attributes = known?.attributes ?? []
  return said && saidByNames(attributes, answersOf(attributes, said, alsoSaid).values)
}

interface Told {
  readonly className: string | undefined
  readonly isCrowd: boolean
  readonly isGrouped: boolean
  readonly said: NamedValues | undefined
}

function textOf(told: Told, geometry: Draft['geometry']): string {
  return JSON.stringify([told, sorted(geometry)])
}

/** Fields in one order, numbers without what storing them may change. */
function sorted(value: unknown): unknown {
  if (typeof value === 'number') return Math.round(value * 1000)
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  const fields = Object.entries(value).map(([name, inner]) => [name, sorted(inner)] as const)
  return Object.fromEntries(fields.toSorted(([a], [b]) => (a < b ? -1 : 1)))
}
