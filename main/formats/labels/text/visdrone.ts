import { type Refusal, refuse } from '#common/errors'
import type { Result } from '#common/result'
import type { ReadAnnotation } from '#core/annotation/annotations/read-annotation'
import { boxOfSize, type Labelled } from '../kit/geometry.ts'
import type { Line, TextFormat } from '../kit/lines.ts'
import { readEvery, readNumbers } from '../kit/reading.ts'
import { withBeside } from '../kit/said/said.ts'

/** By their numbers; the first and the last are of no class. */
const NUMBERED = [
  'ignored-region',
  'pedestrian',
  'people',
  'bicycle',
  'car',
  'van',
  'truck',
  'tricycle',
  'awning-tricycle',
  'bus',
  'motor',
  'others',
]
export const VISDRONE_CLASSES = NUMBERED.slice(1, -1)

/** VisDrone's images: a line of eight numbers for each object or region to ignore. */
export const visDrone: TextFormat = {
  id: 'visdrone',
  recognises: isVisDroneLine,
  read(lines) {
    const ignored = classOfVisDrone(lines.map(({ line }) => line))
    return readEvery(lines, (line) => readVisDroneLine(line, ignored))
  },
}

/** Left, top, width, height, whether it counts, class, how much of it is cut off and how much is hidden. */
export function isVisDroneLine(line: string): boolean {
  return /^(?:-?\d+,){4}[01],(?:\d|1[01]),[01],[012],?$/.test(line)
}

/** Regions in which nobody has looked for objects, and objects of other kinds, by which no detector is judged. */
function isIgnored(number: number): boolean {
  return number === 0 || number === NUMBERED.length - 1
}

/** The class of the first object; undefined where there are regions to ignore alone. */
export function classOfVisDrone(lines: readonly string[]): string | undefined {
  const numbers = lines.map((line) => Number(line.split(',')[5] ?? Number.NaN))
  const found = numbers.find((number) => !isIgnored(number) && NUMBERED[number] !== undefined)
  return found === undefined ? undefined : NUMBERED[found]
}

const FIRST = 'pedestrian'

/** An object; a region to ignore is a crowd of the class that `ignored` names. */
export function readVisDroneLine({ line, place }: Line, ignored = FIRST): Result<ReadAnnotation, Refusal> {
  const numbers = readNumbers(line.replace(/,\s*$/, '').split(','), place)
  if (!numbers.ok) return numbers
  const [counts, number = -1] = numbers.value.slice(4)
  const own = NUMBERED[number]
  if (own === undefined) return refuse('visdrone-class-unknown', { place, number })
  const className = isIgnored(number) ? ignored : own
  return withBeside(boxIn(numbers.value, { className, place }), { isCrowd: counts === 0 || isIgnored(number) })
}

function boxIn([x = 0, y = 0, width = 0, height = 0]: readonly number[], labelled: Labelled) {
  return boxOfSize(labelled, { x, y, width, height })
}
