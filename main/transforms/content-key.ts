import { createHash } from 'node:crypto'
import type { Shape } from '#common/annotation/shape'
import type { Box } from '#common/geometry/box'
import type { Pixels } from './raster.ts'

/** SHA-256 of the RGB values followed by the labels as canonical JSON: two images with one key are the same image. */
export function contentKey({ data, width, height }: Pixels, shapes: readonly Shape[]): string {
  const labels = shapes.map((shape) => JSON.stringify(label(shape))).toSorted()
  return createHash('sha256').update(data).update(JSON.stringify({ width, height, labels })).digest('hex')
}

/** An annotation's content: whose class and where, to six decimals. Identity and history are left out. */
function label(shape: Shape): unknown {
  return [shape.classId, form(shape)]
}

/** Boxes, polygons and keypoints are told apart by their nesting; the keys of versions that were made before rest on that. */
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
