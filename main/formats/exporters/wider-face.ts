import { boxSize } from '#common/geometry/box'
import { message } from '#common/messages/message'
import type { Split } from '#common/split'
import { imageFiles, type NamedImage, splitsBySubset, subsetOf, textFile } from '../kit/files.ts'
import { int, wholeBox } from '../kit/numbers.ts'
import { boxObjects } from '../kit/objects.ts'
import { type Dataset, defineExporter } from './define.ts'

type Reading = Pick<Dataset, 'classes'>

/** Images lie in folders of what goes on in them. */
const EVENT = '0--Tessera'

/** WIDER FACE: a text file for each split, in it each image, the number of its faces and a line for each face. */
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
      // The benchmark keeps the faces of its test images to itself; readers of that split read this list alone.
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

/** An image without a face has a line of zeros. */
async function* faceText(dataset: Dataset, split: Split): AsyncGenerator<string> {
  for await (const image of dataset.images(split)) {
    const faces = lines(image, dataset)
    const told = faces.length === 0 ? ['0 0 0 0 0 0 0 0 0 0'] : faces
    yield [`${EVENT}/${image.fileName}`, faces.length, ...told].map((line) => `${line}\n`).join('')
  }
}

/** Place and size, blur, expression, illumination, whether it does not count, occlusion, pose. */
function lines(image: NamedImage, { classes }: Reading): readonly string[] {
  return boxObjects(image, classes).map(({ shape, box }) => {
    const { width, height } = boxSize(box)
    const { x0, y0 } = wholeBox(box, image)
    const place = [x0, y0, Math.max(1, int(width)), Math.max(1, int(height))]
    return [...place, 0, 0, 0, shape.crowd ? 1 : 0, 0, 0].join(' ')
  })
}
