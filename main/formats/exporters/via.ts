import { boxSize } from '#common/geometry/box'
import type { Ring } from '#common/geometry/polygon'
import { rotatedBoxRing } from '#common/geometry/rotated-box'
import { message } from '#common/messages/message'
import type { Split } from '#common/split'
import { filledSplits, imageFiles, inOrder, type NamedImage, textFile } from '../kit/files.ts'
import { listed } from '../kit/json.ts'
import { r3 } from '../kit/numbers.ts'
import { type DrawnObject, drawnObjects } from '../kit/objects.ts'
import { type Dataset, defineExporter } from './define.ts'

type Reading = Pick<Dataset, 'classes'>

/** VGG Image Annotator: one JSON file for each split, which the program opens as annotations. */
export const via = defineExporter({
  id: 'via',
  title: 'VGG Image Annotator',
  hasLines: true,
  keeps: message('keeps-via'),
  tasks: { 'object-detection': 'all', 'instance-segmentation': 'all' },
  async *files(dataset) {
    for (const split of filledSplits(dataset.version)) {
      const labels = textFile(`${split}/via_region_data.json`, labelText(dataset, split))
      yield* inOrder([labels], imageFiles(dataset, split, split))
    }
  },
  record(image, dataset) {
    const [first] = regions(image, dataset)
    return first === undefined ? '' : JSON.stringify(first, null, 2)
  },
})

async function* labelText(dataset: Dataset, split: Split): AsyncGenerator<string> {
  yield '{'
  yield* listed(entries(dataset, split))
  yield '}'
}

/** The program identifies an image by its name and file size. */
async function* entries(dataset: Dataset, split: Split): AsyncGenerator<string> {
  for await (const image of dataset.images(split)) {
    const { fileName: filename, bytes: size } = image
    const entry = { filename, size, regions: regions(image, dataset), file_attributes: {} }
    yield `${JSON.stringify(`${filename}${size}`)}:${JSON.stringify(entry)}`
  }
}

function regions(image: NamedImage, { classes }: Reading): readonly object[] {
  return drawnObjects(image, classes).flatMap((object) =>
    outlines(object).map((shape_attributes) => ({
      shape_attributes,
      region_attributes: { class: classes.names[object.classIndex] ?? '' },
    })),
  )
}

/** Each part of an object is a region of its own, because a region has one outline. */
function outlines(object: DrawnObject): readonly object[] {
  switch (object.kind) {
    case 'polygon':
    case 'mask':
      return object.parts.map((part) => ({ name: 'polygon', ...coordinates(part) }))
    case 'rotated-box':
      return [{ name: 'polygon', ...coordinates(rotatedBoxRing(object.turned)) }]
    case 'polyline':
      return object.pieces.map((piece) => ({ name: 'polyline', ...coordinates(piece) }))
    case 'point':
      return [{ name: 'point', cx: r3(object.at.x), cy: r3(object.at.y) }]
    case 'box':
    case 'keypoints': {
      const { width, height } = boxSize(object.box)
      return [{ name: 'rect', x: r3(object.box.x0), y: r3(object.box.y0), width: r3(width), height: r3(height) }]
    }
  }
}

function coordinates(flat: Ring) {
  return {
    all_points_x: flat.filter((_, i) => i % 2 === 0).map(r3),
    all_points_y: flat.filter((_, i) => i % 2 === 1).map(r3),
  }
}
