import type { Refusal } from '#common/errors'
import type { Result } from '#common/result'
import type { ReadAnnotation } from '#core/annotations/read-annotation'
import { boxOfSize } from '../../labels/kit/geometry.ts'
import { readNumbers, unreadable } from '../../labels/kit/reading.ts'
import { withBeside } from '../../labels/kit/said/said.ts'
import { defineImporter, eachFile, type Findings } from '../define.ts'
import { readLines } from '../kit/line-files.ts'
import { pauses } from '../kit/pauses.ts'
import { pictureTexts } from '../kit/picture-texts.ts'
import { picturePlaces } from '../kit/pictures.ts'
import { readText } from '../kit/texts.ts'

const CLASSES = [
  ...['ignored-region', 'pedestrian', 'people', 'bicycle', 'car', 'van', 'truck', 'tricycle', 'awning-tricycle'],
  ...['bus', 'motor', 'others'],
]

/** VisDrone's images: a text file for each, a line of eight numbers for each object or region to ignore. */
export const visDrone = defineImporter({
  id: 'visdrone',
  title: 'VisDrone',
  recognise: (dataset) => pictureTexts(dataset, { isWanted: isVisDroneLine, isExpected: false }),
  async *read(labels, dataset) {
    const [places, pause] = [picturePlaces(dataset), pauses()]
    yield { classNames: CLASSES.slice(1, -1) }
    yield* eachFile(labels, async function* (file): Findings {
      const text = await readText(dataset, file)
      if (!text.ok) return yield text.error
      const { problems, ...said } = readLines(text.value, file, ({ line }) => readObject(line))
      yield* problems
      yield { name: places.of(file), source: { path: file.path }, ...said }
      await pause()
    })
  },
})

/** Left, top, width, height, whether it counts, class, how much of it is cut off and how much is hidden. */
function isVisDroneLine(line: string): boolean {
  return /^(?:-?\d+,){4}[01],(?:\d|1[01]),[01],[012],?$/.test(line)
}

function readObject(line: string): Result<ReadAnnotation, Refusal> {
  const numbers = readNumbers(line.replace(/,\s*$/, '').split(','), 'it')
  if (!numbers.ok) return numbers
  const [x = 0, y = 0, width = 0, height = 0, counts, number = -1] = numbers.value
  const className = CLASSES[number]
  if (className === undefined) return unreadable(`it has the class ${number}, and the classes count from 0 to 11`)
  const box = boxOfSize({ className, place: 'it' }, { x, y, width, height })
  return withBeside(box, { isCrowd: counts === 0 || number === 0 })
}
