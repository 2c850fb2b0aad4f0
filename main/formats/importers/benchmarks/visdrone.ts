import { classOfVisDrone, isVisDroneLine, readVisDroneLine, VISDRONE_CLASSES } from '../../labels/text/visdrone.ts'
import { defineImporter } from '../define.ts'
import { readTextsWithIgnored } from '../kit/ignored-regions.ts'
import { imageTexts } from '../kit/image-texts.ts'
import { imagePlaces } from '../kit/images.ts'
import { readLines } from '../kit/line-files.ts'

/** VisDrone's images: a text file for each, a line of eight numbers for each object or region to ignore. */
export const visDrone = defineImporter({
  id: 'visdrone',
  title: 'VisDrone',
  recognise: (dataset) => imageTexts(dataset, { isWanted: isVisDroneLine, isExpected: false }),
  async *read(labels, dataset) {
    const places = imagePlaces(dataset)
    yield { classNames: VISDRONE_CLASSES }
    yield* readTextsWithIgnored(labels, dataset, {
      classOf: (text) => classOfVisDrone(text.split(/\r?\n/)),
      async *read({ file, text, ignored }) {
        const { problems, ...said } = readLines(text, file, (line) => readVisDroneLine(line, ignored))
        yield* problems
        yield { name: places.of(file), source: { path: file.path }, ...said }
      },
    })
  },
})
