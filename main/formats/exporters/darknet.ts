import { message } from '#common/messages/message'
import { besideImage } from '../kit/file-names.ts'
import { filledSplits, imagesWith, inOrder, textFile } from '../kit/files.ts'
import { boxObjects } from '../kit/objects.ts'
import { boxLine } from '../kit/yolo.ts'
import { defineExporter } from './define.ts'

/** Darknet: a text file beside each image with one line per box, and a file of class names. */
export const darknet = defineExporter({
  id: 'darknet',
  title: 'YOLO Darknet',
  keeps: message('keeps-darknet'),
  tasks: { 'object-detection': 'boxes', 'instance-segmentation': 'boxes' },
  async *files(dataset) {
    const { version, classes } = dataset
    for (const split of filledSplits(version)) {
      const labels = textFile(`${split}/_darknet.labels`, classes.names.join('\n'))
      const images = imagesWith(dataset, split, (image) => {
        const lines = boxObjects(image, classes).map((object) => `${boxLine(object, image)}\n`)
        return [textFile(`${split}/${besideImage(image.fileName, 'txt')}`, lines.join(''))]
      })
      yield* inOrder([labels], images)
    }
  },
  record(image, { classes }) {
    const [first] = boxObjects(image, classes)
    return first ? boxLine(first, image) : ''
  },
})
