import { message } from '#common/messages/message'
import { isOidLine, readOidLine } from '../labels/text/oid-toolkit.ts'
import { defineImporter, eachFile, type Findings } from './define.ts'
import { imageTexts } from './kit/image-texts.ts'
import { imagePlaces } from './kit/images.ts'
import { readLines } from './kit/line-files.ts'
import { pauses } from './kit/pauses.ts'
import { readText } from './kit/texts.ts'

/** Version 4 of the toolkit has `Label`, version 6 `labels`. */
const IN_LABELS = /(?:^|\/)labels?\/[^/]+$/i

/** The Open Images toolkit (OIDv4 and later): `Label/a.txt` for `a.jpg`, a class name and four corners in pixels on each line. */
export const oidToolkit = defineImporter({
  id: 'oid-toolkit',
  title: message('title-open-images-toolkit'),
  async recognise(dataset) {
    const texts = await imageTexts(dataset, { isWanted: isOidLine, isExpected: false })
    // Beside an image, a text that ends in four numbers can be anything; a file without a line says nothing.
    return texts.filter(({ path, bytes }) => bytes > 0 && IN_LABELS.test(path))
  },
  async *read(labels, dataset) {
    const [places, pause] = [imagePlaces(dataset), pauses()]
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
