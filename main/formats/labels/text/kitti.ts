import { type Refusal, refuse } from '#common/errors'
import type { Result } from '#common/result'
import type { ReadAnnotation } from '#core/annotation/annotations/read-annotation'
import { boxOfCorners } from '../kit/geometry.ts'
import type { Line } from '../kit/lines.ts'
import { isInPixels, readNumbers } from '../kit/reading.ts'
import { withBeside } from '../kit/said/said.ts'
import { scored } from '../kit/score.ts'

/** A class and fourteen numbers, the last seven of them about space; a fifteenth is how sure a model is. */
export function isKittiLine(line: string): boolean {
  if (!/^\S+(?:\s+[-+\d.e]+){14,15}$/i.test(line)) return false
  const [className = '', ...numbers] = line.split(/\s+/)
  return /[^\d.+-]/.test(className) || isInPixels(numbers)
}

/** Parts of an image in which nobody has looked for objects. */
export function isUncaredFor(line: string): boolean {
  return /^DontCare\s/i.test(line)
}

function fieldsOf(line: string) {
  const [first = '', ...words] = line.split(/\s+/)
  return { first, words }
}

/** The class of the first object of a text; undefined where it has regions to ignore alone. */
export function classOfKitti(text: string): string | undefined {
  const line = text.split(/\r?\n/).find((each) => isKittiLine(each.trim()) && !isUncaredFor(each.trim()))
  return line?.trim().split(/\s+/)[0]
}

/**
 * Objects of KITTI: of the fifteen fields those of the box count, left, top, right and bottom in pixels. A region to ignore is a
 * crowd of the class that `ignored` names.
 */
export function readKittiLine({ line, place }: Line, ignored = 'DontCare'): Result<ReadAnnotation, Refusal> {
  const isCrowd = isUncaredFor(line)
  const { first, words } = fieldsOf(line)
  if (words.length < 14 || words.length > 15) {
    return refuse('kitti-count-differs', { place, count: words.length + 1 })
  }
  const numbers = readNumbers(words, place)
  if (!numbers.ok) return numbers
  const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = numbers.value.slice(3)
  const box = scored(
    boxOfCorners({ className: isCrowd ? ignored : first, place }, { x0, y0, x1, y1 }),
    numbers.value[14],
  )
  return withBeside(box, { isCrowd })
}
