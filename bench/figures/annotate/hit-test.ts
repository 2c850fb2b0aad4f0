import { brand } from '#common/border'
import { imagePoint } from '#common/geometry/space'
import type { ClassId } from '#common/ids'
import { shapesAt } from '#renderer/canvas/picking'
import { namedShapes, sceneOf } from '#renderer/features/annotate/model/shape-names'
import { movedShape } from '#renderer/tools/grips'
import { crowdPolygon, POLYGONS } from '../../kit/annotate/crowded-image.ts'
import { quantile } from '../../kit/rounds.ts'
import { type Row, timeRow } from '../../table.ts'

const LIMIT_MS = 1
const TESTS = 5000
const CLASS = brand<ClassId>('classOne1')

/** Measures picking among 10,000 polygons of 40 vertices, some of which have just been edited. */
export function hitTest(): Promise<readonly Row[]> {
  const document = Array.from({ length: POLYGONS }, (_, nth) => crowdPolygon(nth, CLASS))
  sceneOf(namedShapes(document, []))
  const edited = document.map((shape, nth) => (nth % 100 === 7 ? movedShape(shape, { x: 3, y: 2 }) : shape))
  const scene = sceneOf(namedShapes(edited, []))
  const times = Array.from({ length: TESTS }, (_, i) => {
    const place = imagePoint((i * 7919) % 4000, (i * 104_729) % 3000)
    const began = performance.now()
    shapesAt(scene, place, 5)
    return performance.now() - began
  })
  const note = `p50 ${(quantile(times, 0.5) * 1000).toFixed(0)} µs`
  const rounds = [{ ours: quantile(times, 0.95), limit: LIMIT_MS }]
  return Promise.resolve([timeRow({ name: 'hit test, 10,000 × 40 (p95)', unit: 'ms', note }, rounds, { target: 1 })])
}
