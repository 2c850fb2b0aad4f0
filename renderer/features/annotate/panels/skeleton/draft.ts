import type { Skeleton } from '#common/annotation/skeleton'
import { t } from '#renderer/words/words'

/** A skeleton while it is edited: its names may still be empty or the same. */
export interface SkeletonDraft {
  readonly points: readonly DraftPoint[]
  /** Pairs of point ids. */
  readonly edges: readonly (readonly [from: number, to: number])[]
  readonly nextId: number
}

interface DraftPoint {
  /** Stays while the point is renamed and moved in the list. */
  readonly id: number
  readonly name: string
}

export function draftOf(skeleton: Skeleton | null): SkeletonDraft {
  const points = skeleton?.points.map((name, id) => ({ id, name })) ?? []
  return { points, edges: skeleton?.edges ?? [], nextId: points.length }
}

/** The skeleton to store. Lines follow their points through the list. */
export function skeletonOf({ points, edges }: SkeletonDraft): Skeleton {
  const places = new Map(points.map(({ id }, place) => [id, place]))
  const placed = edges.flatMap(([from, to]): [number, number][] => {
    const [a, b] = [places.get(from), places.get(to)]
    return a === undefined || b === undefined ? [] : [[a, b]]
  })
  return { points: points.map(({ name }) => name.trim()), edges: placed }
}

/** Why it cannot be stored, as a sentence. */
export function draftFault({ points }: SkeletonDraft): string | undefined {
  if (points.length === 0) return t('A skeleton needs a point')
  const names = points.map(({ name }) => name.trim())
  if (names.includes('')) return t('Point {{number}} has no name', { number: names.indexOf('') + 1 })
  const twice = names.find((name, place) => names.indexOf(name) !== place)
  return twice === undefined ? undefined : t('Two points are called "{{name}}"', { name: twice })
}

export function withNewPoint(draft: SkeletonDraft, name: string): SkeletonDraft {
  return { ...draft, points: [...draft.points, { id: draft.nextId, name }], nextId: draft.nextId + 1 }
}

export function withName(draft: SkeletonDraft, id: number, name: string): SkeletonDraft {
  return { ...draft, points: draft.points.map((point) => (point.id === id ? { ...point, name } : point)) }
}

/** One place up or down in the order in which the points are set. */
export function withMoved(draft: SkeletonDraft, id: number, by: 1 | -1): SkeletonDraft {
  const place = draft.points.findIndex((point) => point.id === id)
  const point = draft.points[place]
  const to = place + by
  if (!point || to < 0 || to >= draft.points.length) return draft
  return { ...draft, points: draft.points.toSpliced(place, 1).toSpliced(to, 0, point) }
}

export function withoutPoint(draft: SkeletonDraft, id: number): SkeletonDraft {
  const edges = draft.edges.filter((edge) => !edge.includes(id))
  return { ...draft, points: draft.points.filter((point) => point.id !== id), edges }
}

/** The line between two points drawn, or taken away when it is there. */
export function withLine(draft: SkeletonDraft, from: number, to: number): SkeletonDraft {
  if (from === to) return draft
  const others = draft.edges.filter((edge) => !(edge.includes(from) && edge.includes(to)))
  return { ...draft, edges: others.length < draft.edges.length ? others : [...draft.edges, [from, to]] }
}
