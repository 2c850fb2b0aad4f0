import { type Refusal, refuse } from '#common/errors'
import { isImageName } from '#common/image-kinds'
import type { Result } from '#common/result'
import type { ReadAnnotation } from '#core/annotation/annotations/read-annotation'
import { boxOfCorners } from '../kit/geometry.ts'
import type { Line, TextFormat } from '../kit/lines.ts'
import { numberOf, readEvery } from '../kit/reading.ts'

/** The text files of the Open Images toolkit: a class name and the corners of a box in pixels, one object a line. */
export const oidToolkit: TextFormat = {
  id: 'oid-toolkit',
  // Shares of the image behind a name are no known format; the sentence about Darknet says more.
  recognises: (first) => numbersOf(first).some((value) => value > 1) && !/^\d/.test(first),
  read: (lines) => readEvery(lines, readOidLine),
}

/** Whether a line is of this kind and of no other that ends in four numbers: only these are numbers, and no image is named. */
export function isOidLine(line: string): boolean {
  const name = nameOf(line)
  const words = name.split(/\s+/)
  const isName = words.every((word) => numberOf(word) === undefined && !isImageName(word) && !word.includes(','))
  return oidToolkit.recognises(line) && isName
}

export function readOidLine({ line, place }: Line): Result<ReadAnnotation, Refusal> {
  const [x0, y0, x1, y1] = numbersOf(line)
  if (x0 === undefined || y0 === undefined || x1 === undefined || y1 === undefined) {
    return refuse('oid-malformed', { place })
  }
  return boxOfCorners({ className: nameOf(line), place }, { x0, y0, x1, y1 })
}

/** The last four words as numbers; none when one of them is no number. */
function numbersOf(line: string): readonly number[] {
  const words = line.split(/\s+/)
  const numbers = words.slice(-4).map(numberOf)
  return words.length < 5 ? [] : numbers.flatMap((value) => value ?? [])
}

function nameOf(line: string): string {
  return line.split(/\s+/).slice(0, -4).join(' ')
}
