import Flatbush from 'flatbush'
import { shapeIou } from '#common/annotation/overlap'
import { type Proposal, proposedShape } from '#common/annotation/proposal'
import { isPlaced, type PlacedShape, type Shape, shapeBounds } from '#common/annotation/shape'
import type { ClassId } from '#common/ids'

/** A suggestion that overlaps a label of its class by this much (intersection over union) says nothing new. */
const SAME_OBJECT = 0.7

/** Tells whether a proposal is a label already. Labels are found by where they lie: there may be ten thousand of both. */
export function duplicateFinder(
  shapes: readonly Shape[],
  classIds: ReadonlyMap<string, ClassId>,
): (proposal: Proposal) => boolean {
  const byClass = new Map(
    [...Map.groupBy(shapes.filter(isPlaced), ({ classId }) => classId)].map(([id, own]) => [id, indexed(own)]),
  )
  return (proposal) => {
    const classId = classIds.get(proposal.className)
    const labels = classId === undefined ? undefined : byClass.get(classId)
    return labels !== undefined && isAmong(labels, proposal)
  }
}

interface Indexed {
  readonly shapes: readonly PlacedShape[]
  readonly index: Flatbush
}

function indexed(shapes: readonly PlacedShape[]): Indexed {
  const index = new Flatbush(shapes.length)
  for (const { x0, y0, x1, y1 } of shapes.map(shapeBounds)) index.add(x0, y0, x1, y1)
  index.finish()
  return { shapes, index }
}

function isAmong({ shapes, index }: Indexed, proposal: Proposal): boolean {
  const shape = proposedShape(proposal)
  const { x0, y0, x1, y1 } = shapeBounds(shape)
  return index.search(x0, y0, x1, y1).some((place) => {
    const label = shapes[place]
    return label !== undefined && shapeIou(label, shape) >= SAME_OBJECT
  })
}
