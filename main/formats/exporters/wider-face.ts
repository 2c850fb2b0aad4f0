import { boxSize } from '#common/geometry/box'
import { message } from '#common/messages/message'
import type { Split } from '#common/split'
import { imageFiles, type NamedImage, splitsBySubset, subsetOf, textFile } from '../kit/files.ts'
import { int, wholeBox } from '../kit/numbers.ts'
import { boxObjects } from '../kit/objects.ts'
import { type Dataset, defineExporter } from './define.ts'

type Reading = Pick<Dataset, 'classes'>

/** The benchmark groups images into folders by event. */
const EVENT = '0--Tessera'

/** WIDER FACE: a text file for each split with the name of each image, the number of its faces, and a line per face. */
export const widerFace = defineExporter({
  id: 'wider-face',
  title: 'WIDER FACE',
  aliases: ['widerface'],
  says: ['crowds'],
  isClassless: true,
  keeps: message('keeps-wider-face'),
  tasks: { 'object-detection': 'boxes', 'instance-segmentation': 'boxes' },
  async *files(dataset) {
    const splits = splitsBySubset(dataset.version)
    for (const split of splits) {
      yield* imageFiles(dataset, split, `WIDER_${subsetOf(split)}/images/${EVENT}`)
    }
    for (const split of splits) {
      yield textFile(`wider_face_split/wider_face_${subsetOf(split)}_bbx_gt.txt`, faceText(dataset, split))
      // The benchmark does not publish the faces of its test images, so readers of that split only read this list.
      if (split === 'test') yield textFile('wider_face_split/wider_face_test_filelist.txt', listText(dataset, split))
    }
  },
  record(image, dataset) {
    const [first = ''] = lines(image, dataset)
    return first
  },
})

async function* listText(dataset: Dataset, split: Split): AsyncGenerator<string> {
  for await (const { fileName } of dataset.images(split)) yield `${EVENT}/${fileName}\n`
}

/** An image without faces has a line of zeros. */
async function* faceText(dataset: Dataset, split: Split): AsyncGenerator<string> {
  for await (const image of dataset.images(split)) {
    const faces = lines(image, dataset)
    const told = faces.length === 0 ? ['0 0 0 0 0 0 0 0 0 0'] : faces
    yield [`${EVENT}/${image.fileName}`, faces.length, ...told].map((line) => `${line}\n`).join('')
  }
}

/** Position and size, blur, expression, illumination, invalid, occlusion, pose. */
function lines(image: NamedImage, { classes }: Reading): readonly string[] {
  return boxObjects(image, classes).map(({ shape, box }) => {
    const { width, height } = boxSize(box)
    const { x0, y0 } = wholeBox(box, image)
    const place = [x0, y0, Math.max(1, int(width)), Math.max(1, int(height))]
    return [...place, 0, 0, 0, shape.crowd ? 1 : 0, 0, 0].join(' ')
  })
}
