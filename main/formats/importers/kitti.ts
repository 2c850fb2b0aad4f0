import { classOfKitti, isKittiLine, readKittiLine } from '../labels/text/kitti.ts'
import { defineImporter } from './define.ts'
import { isAnyOf, isFilled } from './kit/heads.ts'
import { readTextsWithIgnored } from './kit/ignored-regions.ts'
import { imageTexts } from './kit/image-texts.ts'
import { imagePlaces } from './kit/images.ts'
import { readLines } from './kit/line-files.ts'
import { endingOf, isAside, withoutEnding } from './kit/paths.ts'

/** `label_2` stands beside `image_2`, the images of the left color camera. */
const LABEL_FOLDER = /(?<=^|\/)label_(?=[0-3]\/[^/]*$)/

/** KITTI: a text file for each image, with fifteen fields for each object. */
export const kitti = defineImporter({
  id: 'kitti',
  title: 'KITTI',
  async recognise(dataset) {
    const own = dataset.files.filter(
      ({ path }) => LABEL_FOLDER.test(path) && endingOf(path) === '.txt' && !isAside(path),
    )
    // Where none of them says anything, the name of the folder says enough.
    return own.length > 0 && (!own.some(isFilled) || (await isAnyOf(own, dataset, isKittiLine)))
      ? own
      : imageTexts(dataset, { isWanted: isKittiLine, isExpected: false })
  },
  read(labels, dataset) {
    const places = imagePlaces(dataset)
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
