import { isOidLine, readOidLine } from '../labels/text/oid-toolkit.ts'
import { defineImporter, eachFile, type Findings } from './define.ts'
import { readLines } from './kit/line-files.ts'
import { pauses } from './kit/pauses.ts'
import { pictureTexts } from './kit/picture-texts.ts'
import { picturePlaces } from './kit/pictures.ts'
import { readText } from './kit/texts.ts'

/** The Open Images toolkit (OIDv4 and later): `Label/a.txt` for `a.jpg`, a class name and four corners in pixels on each line. */
export const oidToolkit = defineImporter({
  id: 'oid-toolkit',
  title: 'Open Images toolkit',
  recognise: (dataset) => pictureTexts(dataset, { isWanted: isOidLine, isExpected: false }),
  async *read(labels, dataset) {
    const [places, pause] = [picturePlaces(dataset), pauses()]
    yield* eachFile(labels, async function* (file): Findings {
      const text = await readText(dataset, file)
      if (!text.ok) return yield text.error
      const { problems, ...said } = readLines(text.value, file, readOidLine)
      yield* problems
      yield { name: places.of(file), source: { path: file.path }, ...said }
      await pause()
    })
  },
})
