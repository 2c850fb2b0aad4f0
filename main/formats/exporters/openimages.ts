import { message } from '#common/messages/message'
import type { Split } from '#common/split'
import { WITHOUT_COMMAS } from '../kit/class-names.ts'
import { stemOf } from '../kit/file-names.ts'
import { byCodeUnit, filledSplits, imageFiles, type NamedImage, textFile } from '../kit/files.ts'
import { share } from '../kit/numbers.ts'
import { boxObjects } from '../kit/objects.ts'
import { type Dataset, defineExporter } from './define.ts'

/** The order is unusual: both x values come before both y values. */
const HEADER =
  'ImageID,Source,LabelName,Confidence,XMin,XMax,YMin,YMax,IsOccluded,IsTruncated,IsGroupOf,IsDepiction,IsInside'

/**
 * Open Images: classes as generated ids with display names, and a row for each box. The class table has no header,
 * which readers only expect in later releases, whose tables have other names.
 */
export const openImages = defineExporter({
  id: 'openimages',
  title: 'Open Images',
  aliases: ['open-images'],
  keeps: message('keeps-openimages'),
  tasks: { 'object-detection': 'boxes', 'instance-segmentation': 'boxes' },
  says: ['crowds'],
  spelling: WITHOUT_COMMAS,
  async *files(dataset) {
    const subsets = filledSplits(dataset.version).map((split) => ({ split, subset: SUBSETS[split] }))
    const tables = subsets.flatMap(({ split, subset }) => [
      textFile(`annotations/${subset}-annotations-bbox.csv`, tableText(dataset, split)),
      textFile(`annotations/${subset}-images-with-rotation.csv`, imageText(dataset, split)),
    ])
    const classes = textFile('annotations/class-descriptions.csv', descriptions(dataset))
    yield* [classes, ...tables].toSorted((one, other) => byCodeUnit(one.path, other.path))
    for (const { split, subset } of subsets) yield* imageFiles(dataset, split, `images/${subset}`)
  },
  record(image, dataset) {
    const [first] = rows(image, dataset)
    return first === undefined ? '' : `${HEADER}\n${first}`
  },
})

const SUBSETS: Readonly<Record<Split, string>> = { train: 'train', valid: 'validation', test: 'test' }

const IMAGE_HEADER =
  'ImageID,Subset,OriginalURL,OriginalLandingURL,License,AuthorProfileURL,Author,Title,OriginalSize,OriginalMD5,Thumbnail300KURL,Rotation'

/** Every image has a row, even without objects, because readers find images by it. */
async function* imageText({ images }: Dataset, split: Split): AsyncGenerator<string> {
  yield `${IMAGE_HEADER}\n`
  for await (const { fileName, bytes } of images(split)) {
    yield `${stemOf(fileName)},${SUBSETS[split]},,,,,,,${bytes},,,0.0\n`
  }
}

type Reading = Pick<Dataset, 'classes'>

function labelName(classIndex: number): string {
  return `/m/tessera${classIndex}`
}

function descriptions({ classes }: Reading): string {
  const lines = classes.names.map((name, index) => `${labelName(index)},${name}`)
  return lines.map((line) => `${line}\n`).join('')
}

async function* tableText(dataset: Dataset, split: Split): AsyncGenerator<string> {
  yield `${HEADER}\n`
  for await (const image of dataset.images(split)) for (const row of rows(image, dataset)) yield `${row}\n`
}

/** `xclick` stands for boxes drawn by people. */
function rows(image: NamedImage, { classes }: Reading): readonly string[] {
  const { width, height } = image
  return boxObjects(image, classes).map(({ shape, classIndex, box }) => {
    const sides = [share(box.x0, width), share(box.x1, width), share(box.y0, height), share(box.y1, height)]
    return [stemOf(image.fileName), 'xclick', labelName(classIndex), 1, ...sides, 0, 0, shape.crowd ? 1 : 0, 0, 0].join(
      ',',
    )
  })
}
