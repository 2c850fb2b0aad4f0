import { createHash } from 'node:crypto'
import type { Shape } from '#common/annotation/shape'
import type { Box } from '#common/geometry/box'
import type { Pixels } from './raster.ts'

/**
 * Returns the SHA-256 of the RGB values followed by the annotations as canonical JSON. Images with equal keys are the
 * same image.
 */
export function contentKey({ data, width, height }: Pixels, shapes: readonly Shape[]): string {
  const labels = shapes.map((shape) => JSON.stringify(label(shape))).toSorted()
  return createHash('sha256').update(data).update(JSON.stringify({ width, height, labels })).digest('hex')
}

/** Returns the class and geometry of an annotation, to six decimals, without its id and history. */
function label(shape: Shape): unknown {
  return [shape.classId, form(shape)]
}

/** Boxes, polygons and keypoints differ only by their nesting. The keys of existing versions depend on this. */
function form(shape: Shape): unknown {
  switch (shape.kind) {
    case 'box':
      return corners(shape.box)
    case 'rotated-box': {
      const { center, width, height, angle } = shape.box
      return ['rotated-box', [center.x, center.y, width, height, angle].map(sixDecimals)]
    }
    case 'polyline':
      return ['polyline', shape.points.map(sixDecimals)]
    case 'point':
      return ['point', [shape.at.x, shape.at.y].map(sixDecimals)]
    case 'mask':
      return ['mask', shape.tiles.map(({ column, row, runs }) => [column, row, runs])]
    case 'polygon':
      return shape.rings.map((ring) => ring.map(sixDecimals))
    case 'keypoints':
      return [corners(shape.box), shape.points.map(({ x, y, visibility }) => [...[x, y].map(sixDecimals), visibility])]
    case 'whole':
      return 'whole'
    case 'text':
      return [shape.prompt, shape.answer]
  }
}

function corners({ x0, y0, x1, y1 }: Box): readonly number[] {
  return [x0, y0, x1, y1].map(sixDecimals)
}

function sixDecimals(value: number): number {
  return Number(value.toFixed(6))
}
