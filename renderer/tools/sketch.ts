import type { Sketch } from '#common/annotation/sketch'
import { at } from '#common/geometry/polygon'
import { imagePoint } from '#common/geometry/space'
import type { Armed } from './armed.ts'
import type { DrawnPath } from './polygon/path.ts'

/** What would be lost if the program ended now; undefined when a tool has nothing in hand that took more than one press. */
export function sketchOf(armed: Armed): Sketch | undefined {
  if (armed.tool === 'polygon' || armed.tool === 'polyline')
    return armed.state.at === 'drawing' && !armed.state.redraw
      ? { tool: armed.tool, points: armed.state.points }
      : undefined
  if (armed.tool === 'keypoints' && armed.state.at === 'placing' && armed.state.points.length > 0)
    return { tool: 'keypoints', points: armed.state.points }
  return undefined
}

/** The tool with the drawing in hand again. */
export function armedWith(sketch: Sketch): Armed {
  switch (sketch.tool) {
    case 'polygon':
    case 'polyline':
      return { tool: sketch.tool, state: pathOf(sketch.points) }
    case 'keypoints':
      return { tool: 'keypoints', state: { at: 'placing', points: sketch.points, to: undefined, taken: [] } }
  }
}

/** Nobody remembers which points came from one trace: each is taken back by itself. */
function pathOf(points: readonly number[]): DrawnPath {
  const to = imagePoint(at(points, points.length - 2), at(points, points.length - 1))
  const starts = Array.from({ length: points.length / 2 }, (_, point) => 2 * point)
  return { at: 'drawing', points, starts, to, taken: [], tracedFrom: undefined, follow: undefined, redraw: undefined }
}
