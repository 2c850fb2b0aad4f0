import type { Refusal } from '#common/errors'
import type { Result } from '#common/result'
import type { ReadAnnotation } from '#core/annotations/read-annotation'
import { boxOfSize } from '../../labels/kit/geometry.ts'
import { readNumbers, unreadable } from '../../labels/kit/reading.ts'
import { withBeside } from '../../labels/kit/said/said.ts'
import { defineImporter } from '../define.ts'
import { readTextsWithIgnored } from '../kit/ignored-regions.ts'
import { readLines } from '../kit/line-files.ts'
import { pictureTexts } from '../kit/picture-texts.ts'
import { picturePlaces } from '../kit/pictures.ts'

/** By their numbers; the first and the last are of no class. */
const CLASSES = [
  ...['ignored-region', 'pedestrian', 'people', 'bicycle', 'car', 'van', 'truck', 'tricycle', 'awning-tricycle'],
  ...['bus', 'motor', 'others'],
]
const [, FIRST = ''] = CLASSES

/** VisDrone's images: a text file for each, a line of eight numbers for each object or region to ignore. */
export const visDrone = defineImporter({
  id: 'visdrone',
  title: 'VisDrone',
  recognise: (dataset) => pictureTexts(dataset, { isWanted: isVisDroneLine, isExpected: false }),
  async *read(labels, dataset) {
    const places = picturePlaces(dataset)
    yield { classNames: CLASSES.slice(1, -1) }
    yield* readTextsWithIgnored(labels, dataset, {
      classOf,
      async *read({ file, text, ignored = FIRST }) {
        const { problems, ...said } = readLines(text, file, ({ line }) => readObject(line, ignored))
        yield* problems
        yield { name: places.of(file), source: { path: file.path }, ...said }
      },
    })
  },
})

/** Left, top, width, height, whether it counts, class, how much of it is cut off and how much is hidden. */
function isVisDroneLine(line: string): boolean {
  return /^(?:-?\d+,){4}[01],(?:\d|1[01]),[01],[012],?$/.test(line)
}

/** Regions in which nobody has looked for objects, and objects of other kinds, by which no detector is judged. */
function isIgnored(number: number): boolean {
  return number === 0 || number === CLASSES.length - 1
}

function classOf(text: string): string | undefined {
  const numbers = text.split(/\r?\n/).map((line) => Number(line.split(',')[5] ?? Number.NaN))
  const found = numbers.find((number) => !isIgnored(number) && CLASSES[number] !== undefined)
  return found === undefined ? undefined : CLASSES[found]
}

function readObject(line: string, ignored: string): Result<ReadAnnotation, Refusal> {
  const numbers = readNumbers(line.replace(/,\s*$/, '').split(','), 'it')
  if (!numbers.ok) return numbers
  const [x = 0, y = 0, width = 0, height = 0, counts, number = -1] = numbers.value
  const own = CLASSES[number]
  if (own === undefined) return unreadable(`it has the class ${number}, and the classes count from 0 to 11`)
  const className = isIgnored(number) ? ignored : own
  const box = boxOfSize({ className, place: 'it' }, { x, y, width, height })
  return withBeside(box, { isCrowd: counts === 0 || isIgnored(number) })
}
