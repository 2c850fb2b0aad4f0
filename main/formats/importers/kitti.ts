import type { DatasetFile, DatasetFiles } from '#core/datasets/ports'
import { classOfKitti, isKittiLine, readKittiLine } from '../labels/text/kitti.ts'
import { defineImporter } from './define.ts'
import { readTextsWithIgnored } from './kit/ignored-regions.ts'
import { readLines } from './kit/line-files.ts'
import { endingOf, isAside, withoutEnding } from './kit/paths.ts'
import { pictureTexts } from './kit/picture-texts.ts'
import { picturePlaces } from './kit/pictures.ts'

/** `label_2` stands beside `image_2`, the pictures of the left colour camera. */
const LABEL_FOLDER = /(?<=^|\/)label_(?=[0-3]\/[^/]*$)/

const HEAD_BYTES = 1024

/** KITTI: a text file for each picture, with fifteen fields for each object. */
export const kitti = defineImporter({
  id: 'kitti',
  title: 'KITTI',
  async recognise(dataset) {
    const own = dataset.files.filter(
      ({ path }) => LABEL_FOLDER.test(path) && endingOf(path) === '.txt' && !isAside(path),
    )
    return own.length > 0 && (await isAnyKitti(own, dataset))
      ? own
      : pictureTexts(dataset, { isWanted: isKittiLine, isExpected: false })
  },
  read(labels, dataset) {
    const places = picturePlaces(dataset)
    return readTextsWithIgnored(labels, dataset, {
      classOf: classOfKitti,
      async *read({ file, text, ignored }) {
        const { problems, ...said } = readLines(text, file, (line) => readKittiLine(line, ignored))
        yield* problems
        const image = withoutEnding(file.path).replace(LABEL_FOLDER, 'image_')
        yield { name: LABEL_FOLDER.test(file.path) ? image : places.of(file), source: { path: file.path }, ...said }
      },
    })
  },
})

/** A file or two may be damaged; that none of so many is of the kind says enough. */
const LOOKED_AT = 20

/** Whether one of the first files that have an object is of the kind; where none has one, the name of the folder says enough. */
async function isAnyKitti(files: readonly DatasetFile[], dataset: DatasetFiles): Promise<boolean> {
  const filled = files.filter(({ bytes }) => bytes > 0).slice(0, LOOKED_AT)
  for (const file of filled) {
    const head = await dataset.head(file, HEAD_BYTES)
    if (isKittiLine(/\S[^\r\n]*/.exec(head)?.[0]?.trim() ?? '')) return true
  }
  return filled.length === 0
}
