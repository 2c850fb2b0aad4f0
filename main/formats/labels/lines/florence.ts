import { type Refusal, refuse } from '#common/errors'
import type { Size } from '#common/geometry/space'
import type { Result } from '#common/result'
import type { ReadAnnotation } from '#core/annotation/annotations/read-annotation'
import { boxOfShares } from '../kit/geometry.ts'
import type { FilePlace } from '../kit/places.ts'
import { readEvery, shorten } from '../kit/reading.ts'

/** Shares come as whole numbers of so many parts. */
const PARTS = 1000
const OBJECT = /([^<]*)<loc_(\d{1,4})><loc_(\d{1,4})><loc_(\d{1,4})><loc_(\d{1,4})>/g

export function isFlorence(suffix: string): boolean {
  return /<loc_\d{1,4}>/.test(suffix)
}

/** A name, then left, top, right and bottom, for each object; one without a name has that of the one before it. */
export function readFlorence(
  suffix: string,
  place: FilePlace,
  frame: Size,
): Result<readonly ReadAnnotation[], Refusal> {
  const rest = suffix.replace(OBJECT, '').trim()
  if (rest !== '') return refuse('florence-malformed', { place, text: shorten(rest) })
  let className = ''
  return readEvery([...suffix.matchAll(OBJECT)], ([, name = '', ...numbers]) => {
    className = name.trim() || className
    const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = numbers.map((digits) => Number(digits) / PARTS)
    return boxOfShares({ className, place }, { x0, y0, x1, y1 }, frame)
  })
}
