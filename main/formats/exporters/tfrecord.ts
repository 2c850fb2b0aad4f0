import { message } from '#common/messages/message'
import type { Split } from '#common/split'
import { toAscii } from '../kit/ascii.ts'
import { filledSplits, type ImageRecord, type NamedImage, textFile } from '../kit/files.ts'
import { boxObjects } from '../kit/objects.ts'
import { exampleOf, type Feature, tfRecord } from '../kit/tfrecord.ts'
import { type Dataset, defineExporter } from './define.ts'

type Reading = Pick<Dataset, 'classes'>

/** TFRecord: images and boxes in one file for each split, with a label map beside it. */
export const tfrecord = defineExporter({
  id: 'tfrecord',
  title: 'TensorFlow TFRecord',
  keeps: message('keeps-tfrecord'),
  tasks: { 'object-detection': 'boxes', 'instance-segmentation': 'boxes' },
  firstClass: 1,
  async *files(dataset) {
    const name = fileNameOf(dataset.version)
    for (const split of filledSplits(dataset.version)) {
      yield { kind: 'records', path: `${split}/${name}.tfrecord`, records: records(dataset, split) }
      yield textFile(`${split}/${name}_label_map.pbtxt`, labelMap(dataset))
    }
  },
  record(image, dataset) {
    const isNothing = boxObjects(image, dataset.classes).length === 0
    const features = isNothing ? [] : Object.entries(objectFeatures(image, dataset))
    return features.map(([name, feature]) => `${name}: ${firstOf(feature)}`).join('\n')
  },
})

/** Returns the annotation group as a file name. */
function fileNameOf({ group }: Dataset['version']): string {
  const clean = toAscii(group)
    .trim()
    .replace(/ +/g, '-')
    .replace(/[/\\:*?"<>|]/g, '-')
  return clean.replace(/^\.+|\.+$/g, '') || 'objects'
}

async function* records(dataset: Dataset, split: Split): AsyncGenerator<ImageRecord> {
  for await (const image of dataset.images(split)) {
    yield { image: image, encode: (jpeg) => tfRecord(exampleOf(features(image, jpeg, dataset))) }
  }
}

function features(image: NamedImage, jpeg: Uint8Array, dataset: Reading): Readonly<Record<string, Feature>> {
  return {
    'image/encoded': { bytes: [jpeg] },
    'image/filename': { bytes: [image.fileName] },
    'image/format': { bytes: [image.fileName.split('.').at(-1) ?? 'jpg'] },
    'image/height': { ints: [image.height] },
    'image/width': { ints: [image.width] },
    ...objectFeatures(image, dataset),
  }
}

/** Returns lists with a value for each object. Classes start at 1. */
function objectFeatures(image: NamedImage, { classes }: Reading): Readonly<Record<string, Feature>> {
  const { width, height } = image
  const objects = boxObjects(image, classes)
  return {
    'image/object/bbox/xmin': { floats: objects.map(({ box }) => box.x0 / width) },
    'image/object/bbox/xmax': { floats: objects.map(({ box }) => box.x1 / width) },
    'image/object/bbox/ymin': { floats: objects.map(({ box }) => box.y0 / height) },
    'image/object/bbox/ymax': { floats: objects.map(({ box }) => box.y1 / height) },
    'image/object/class/label': { ints: objects.map(({ classIndex }) => classIndex + 1) },
    'image/object/class/text': { bytes: objects.map(({ classIndex }) => classes.names[classIndex] ?? '') },
  }
}

function firstOf(feature: Feature): string {
  const values = 'bytes' in feature ? feature.bytes : 'floats' in feature ? feature.floats : feature.ints
  return String(values[0] ?? '')
}

/** Readers of these files look for the commas, which the text format allows. */
function labelMap({ classes }: Reading): string {
  const items = classes.names.map((name, index) => {
    const text = `"${name.replace(/["\\]/g, '\\$&')}"`
    return `item {\n    name: ${text},\n    id: ${index + 1},\n    display_name: ${text}\n}\n`
  })
  return items.join('')
}
