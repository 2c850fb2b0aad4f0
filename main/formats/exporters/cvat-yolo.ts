import { message } from '#common/messages/message'
import type { Split } from '#common/split'
import { besideImage } from '../kit/file-names.ts'
import { byCodeUnit, filledSplits, imageFile, textFile } from '../kit/files.ts'
import { boxObjects } from '../kit/objects.ts'
import { boxLine } from '../kit/yolo.ts'
import { type Dataset, defineExporter } from './define.ts'

/** YOLO 1.1 as CVAT reads and writes it: Darknet's lists of images, and a folder for each split. */
export const cvatYolo = defineExporter({
  id: 'cvat-yolo',
  title: 'YOLO 1.1 (CVAT)',
  aliases: ['yolo1.1'],
  keeps: message('keeps-cvat-yolo'),
  tasks: { 'object-detection': 'boxes', 'instance-segmentation': 'boxes' },
  async *files(dataset) {
    const { version, classes } = dataset
    const splits = filledSplits(version)
    const lists = splits.map((split) => textFile(`${split}.txt`, listText(dataset, split)))
    const names = textFile('obj.names', classes.names.map((name) => `${name}\n`).join(''))
    const facts = textFile('obj.data', dataText(classes.names.length, splits))
    yield* [facts, names, ...lists].toSorted((one, other) => byCodeUnit(one.path, other.path))
    for (const split of splits) {
      for await (const image of dataset.images(split)) {
        const lines = boxObjects(image, classes).map((object) => `${boxLine(object, image)}\n`)
        yield imageFile(image, folderOf(split))
        yield textFile(`${folderOf(split)}/${besideImage(image.fileName, 'txt')}`, lines.join(''))
      }
    }
  },
  record(image, { classes }) {
    const [first] = boxObjects(image, classes)
    return first ? boxLine(first, image) : ''
  },
})

function folderOf(split: Split): string {
  return `obj_${split}_data`
}

/** Readers take these paths as relative to the folder `data`, whatever it is called. */
async function* listText({ images }: Dataset, split: Split): AsyncGenerator<string> {
  for await (const { fileName } of images(split)) yield `data/${folderOf(split)}/${fileName}\n`
}

function dataText(classes: number, splits: readonly Split[]): string {
  const lists = splits.map((split) => `${split} = data/${split}.txt\n`)
  return [`classes = ${classes}\n`, ...lists, 'names = data/obj.names\n', 'backup = backup/\n'].join('')
}
