import { type Refusal, refuse } from '#common/errors'
import type { Box } from '#common/geometry/box'
import { ok, type Result } from '#common/result'
import type { ReadAnnotation } from '#core/annotation/annotations/read-annotation'
import { readKeypoints } from '../../labels/json/coco-keypoints.ts'
import { boxOfSize } from '../../labels/kit/geometry.ts'
import { thisPlace } from '../../labels/kit/places.ts'
import { readNumbers } from '../../labels/kit/reading.ts'

type Read = Result<readonly ReadAnnotation[], Refusal>

const FACE = { className: 'face', place: thisPlace('row') }

/** Left, top, width and height. */
export function readBox(values: readonly string[]): Read {
  const numbers = readNumbers(values, thisPlace('row'))
  if (!numbers.ok) return numbers
  const [x = 0, y = 0, width = 0, height = 0] = numbers.value
  if (numbers.value.length !== 4) return refuse('row-not-box', { count: numbers.value.length })
  const box = boxOfSize(FACE, { x, y, width, height })
  return box.ok ? ok([box.value]) : box
}

/** 1 where the face has it, and -1 or 0 where it does not. */
export function readAttributes(values: readonly string[], names: readonly string[]): Read {
  if (values.length !== names.length)
    return refuse('row-not-attributes', { values: values.length, names: names.length })
  return ok(names.filter((_, index) => values[index] === '1').map((className) => ({ className, kind: 'whole' })))
}

/** Left and top of each point, in the order of the columns `lefteye_x`, `lefteye_y` …; the box of the face where it is known. */
export function readLandmarks(values: readonly string[], columns: readonly string[], box: Box | undefined): Read {
  const numbers = readNumbers(values, thisPlace('row'))
  if (!numbers.ok) return numbers
  const names = columns.filter((column) => /_x$/i.test(column)).map((column) => column.replace(/_x$/i, ''))
  if (names.length === 0) return refuse('table-without-points')
  if (values.length !== names.length * 2) {
    return refuse('row-not-points', { count: values.length, points: names.length })
  }
  const keypoints = names.flatMap((_, index) => [...numbers.value.slice(index * 2, index * 2 + 2), VISIBLE])
  const bbox = box && [box.x0, box.y0, box.x1 - box.x0, box.y1 - box.y0]
  const face = readKeypoints(FACE, { keypoints, bbox }, { keypoints: names })
  return face.ok ? ok([face.value]) : face
}

const VISIBLE = 2
