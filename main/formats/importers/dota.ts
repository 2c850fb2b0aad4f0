import { message } from '#common/messages/message'
import { isDotaHeader, isDotaLine, readDotaLine } from '../labels/text/dota.ts'
import { defineImporter, eachFile, type Findings } from './define.ts'
import { imageTexts } from './kit/image-texts.ts'
import { imagePlaces } from './kit/images.ts'
import { readLines } from './kit/line-files.ts'
import { pauses } from './kit/pauses.ts'
import { readText } from './kit/texts.ts'
import { readDescriptions } from './kit/yolo/descriptions.ts'

/** DOTA, and YOLOv5 with oriented boxes: a text file for each image, four corners and the name of the class on each line. */
export const dota = defineImporter({
  id: 'yolov5-obb',
  title: message('title-oriented-boxes'),
  recognise: (dataset) => imageTexts(dataset, { isWanted: isDotaLine, isExpected: false }),
  async *read(labels, dataset) {
    const descriptions = await readDescriptions(dataset)
    yield* descriptions.problems
    yield* descriptions.listed(labels)
    const places = imagePlaces(dataset)
    const pause = pauses()
    yield* eachFile(labels, async function* (file): Findings {
      const text = await readText(dataset, file)
      if (!text.ok) return yield text.error
      const { problems, ...said } = readLines(withoutHeaders(text.value), file, readDotaLine)
      yield* problems
      yield { name: places.of(file), source: { path: file.path }, ...said }
      await pause()
    })
  },
})

/** The other lines keep their numbers. */
function withoutHeaders(text: string): string {
  return text.replace(/^[^\n]*/gm, (line) => (isDotaHeader(line.trim()) ? '' : line))
}
