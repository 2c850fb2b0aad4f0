import { message } from '#common/messages/message'
import { SPLITS, type Split } from '#common/split'
import { besideImage } from '../kit/file-names.ts'
import { type ExportFile, imageFiles, type TextFile, textFile } from '../kit/files.ts'
import { boxObjects } from '../kit/objects.ts'
import { boxLine, dataYaml } from '../kit/yolo.ts'
import { type Dataset, defineExporter } from './define.ts'

/** Clients rewrite all three paths and fail if one is missing, so empty splits have a folder too. */
const PATHS = SPLITS.map((split) => `${split === 'valid' ? 'val' : split}: ./images/${split}`)

/** MT-YOLOv6: images and labels in two trees of the same shape. */
export const yolov6 = defineExporter({
  id: 'mt-yolov6',
  title: 'MT-YOLOv6',
  aliases: ['my-yolov6'],
  keeps: message('keeps-yolov6'),
  tasks: { 'object-detection': 'boxes', 'instance-segmentation': 'boxes' },
  async *files(dataset) {
    yield textFile('data.yaml', dataYaml({ ...dataset, paths: PATHS, own: ['is_coco: False'] }))
    for (const split of SPLITS) yield* tree(dataset, split, 'images')
    for (const split of SPLITS) yield* tree(dataset, split, 'labels')
  },
  record(image, { classes }) {
    const [first] = boxObjects(image, classes)
    return first ? boxLine(first, image) : ''
  },
})

async function* tree(dataset: Dataset, split: Split, name: 'images' | 'labels'): AsyncGenerator<ExportFile> {
  const path = `${name}/${split}`
  if (dataset.version.counts[split] === 0) yield { kind: 'folder', path }
  else yield* name === 'images' ? imageFiles(dataset, split, path) : labelFiles(dataset, split)
}

async function* labelFiles({ images, classes }: Dataset, split: Split): AsyncGenerator<TextFile> {
  for await (const image of images(split)) {
    const lines = boxObjects(image, classes).map((object) => `${boxLine(object, image)}\n`)
    yield textFile(`labels/${split}/${besideImage(image.fileName, 'txt')}`, lines.join(''))
  }
}
