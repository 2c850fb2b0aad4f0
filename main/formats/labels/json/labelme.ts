import { z } from 'zod'
import type { Refusal } from '#common/errors'
import { ok, type Result } from '#common/result'
import type { ReadAnnotation } from '#core/annotations/read-annotation'
import { boxOfPoints, ellipseOf, type Labelled, polygonOfPoints } from '../kit/geometry.ts'
import { defineJsonFormat, FileNumber } from '../kit/json.ts'
import { type ReadObjects, readEach, shorten, unreadable } from '../kit/reading.ts'
import { FileScore, scored } from '../kit/score.ts'

const Shape = z.object({
  label: z.string(),
  points: z.array(z.tuple([FileNumber, FileNumber])).transform((pairs) => pairs.map(([x, y]) => ({ x, y }))),
  shape_type: z.string().nullish(),
  group_id: z.union([z.number(), z.string()]).nullish(),
  score: FileScore,
})
type Shape = z.infer<typeof Shape>

/** LabelMe: one file a picture. Polygons that share a group are parts of one object. */
export const labelMe = defineJsonFormat({
  id: 'labelme',
  sign: z.object({ shapes: z.array(z.unknown()) }),
  document: z.object({ shapes: z.array(Shape) }),
  read({ shapes }): ReadObjects {
    const read = readEach(shapes, (shape, index) => scored(readShape(shape, index), shape.score))
    return read.ok ? ok(joinParts(shapes, read.value)) : read
  },
})

const POLYGONS = new Set(['polygon', 'rotation', 'oriented_rectangle', 'quadrilateral'])

function readShape({ label, points, shape_type }: Shape, index: number): Result<ReadAnnotation, Refusal> {
  const labelled: Labelled = { className: label, place: `shape ${index + 1}` }
  const kind = shape_type ?? 'polygon'
  if (POLYGONS.has(kind)) return polygonOfPoints(labelled, [points])
  if (kind === 'rectangle') return boxOfPoints(labelled, points)
  const [centre, edge] = points
  if (kind === 'circle' && centre && edge) {
    const radius = Math.hypot(edge.x - centre.x, edge.y - centre.y)
    return ellipseOf(labelled, { ...centre, rx: radius, ry: radius })
  }
  return unreadable(`${labelled.place} is a "${shorten(kind)}"; polygon, rectangle and circle are read`)
}

/** The first part of a group stands for all of it. */
function joinParts(shapes: readonly Shape[], objects: readonly ReadAnnotation[]): ReadAnnotation[] {
  const groups = Map.groupBy(objects.keys(), (index) => {
    const isPart = objects[index]?.kind === 'polygon' && (shapes[index]?.group_id ?? null) !== null
    return isPart ? `${shapes[index]?.group_id} ${shapes[index]?.label}` : index
  })
  return [...groups.values()].flatMap((members) => {
    const parts = members.flatMap((index) => objects[index] ?? [])
    const [first] = parts
    if (first?.kind !== 'polygon') return parts
    return [{ ...first, rings: parts.flatMap((part) => (part.kind === 'polygon' ? part.rings : [])) }]
  })
}
