import { type Refusal, refuse } from '#common/errors'
import type { Result } from '#common/result'
import type { ReadAnnotation } from '#core/annotation/annotations/read-annotation'
import { rectangleOf } from '../kit/geometry.ts'
import type { Line } from '../kit/lines.ts'
import { isInPixels, readNumbers } from '../kit/reading.ts'

/** Eight numbers and the name of a class, which may be a number too, perhaps with how difficult it is; or one of the two lines before all objects. */
export function isDotaLine(line: string): boolean {
  if (isDotaHeader(line)) return true
  if (!/^(?:[-+\d.e]+\s+){8}\S+(?:\s+\d+)?$/i.test(line)) return false
  const words = line.split(/\s+/)
  return !/^[\d.]+$/.test(words[8] ?? '') || isInPixels(words.slice(0, 8))
}

/** Where the image comes from, and how many metres a pixel has. */
export function isDotaHeader(line: string): boolean {
  return /^(?:imagesource|gsd)\s*:/i.test(line)
}

/** Pixels: many files of DOTA round the corners to whole ones. */
const SLACK = 1

/** Oriented boxes of DOTA: four corners in pixels, the name of the class, and how difficult the object is. What is no rectangle is a polygon. */
export function readDotaLine({ line, place }: Line): Result<ReadAnnotation, Refusal> {
  const words = line.split(/\s+/)
  const [corners, [className, ...rest]] = [words.slice(0, 8), words.slice(8)]
  if (className === undefined || rest.length > 1) {
    return refuse('dota-count-differs', { place, count: words.length })
  }
  const numbers = readNumbers(corners, place)
  return numbers.ok ? rectangleOf({ className, place }, numbers.value, SLACK) : numbers
}
