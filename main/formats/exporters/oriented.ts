import { message } from '#common/messages/message'
import { SPLITS, type Split } from '#common/split'
import { WITHOUT_SPACES } from '../kit/class-names.ts'
import { besideImage } from '../kit/file-names.ts'
import { type ExportFile, imageFiles, type NamedImage, textFile } from '../kit/files.ts'
import { r3 } from '../kit/numbers.ts'
import { orientedObjects } from '../kit/objects.ts'
import { dataYaml, outlineLines } from '../kit/yolo.ts'
import { cornersInFrame } from './corners-in-frame.ts'
import { type Dataset, defineExporter, type Exporter } from './define.ts'

type Reading = Pick<Dataset, 'classes'>

/** The summary of formats with oriented boxes. */
export const ORIENTED_KEPT = message('keeps-four-corners')

/** Four corners in pixels and the class name, in folders called `labelTxt`. */
export const yolov5Obb = orientedFormat({
  id: 'yolov5-obb',
  title: 'YOLOv5 Oriented Bounding Boxes',
  aliases: ['yolo5-obb'],
  folder: 'labelTxt',
  // Readers split the line at spaces and expect ten fields.
  spelling: WITHOUT_SPACES,
  lines: (image, { classes }) =>
    orientedObjects(image, classes).map(({ classIndex, corners }) =>
      [...corners.map(r3), classes.names[classIndex], 0].join(' '),
    ),
})

/**
 * The class number and four corners as fractions of the image's sides. The trainer refuses images with fractions
 * outside 0…1.
 */
export const yolov8Obb = orientedFormat({
  id: 'yolov8-obb',
  title: 'YOLOv8 Oriented Bounding Boxes',
  aliases: ['yolov11-obb', 'yolo26-obb'],
  folder: 'labels',
  task: 'obb',
  lines: (image, { classes }) =>
    orientedObjects(image, classes).flatMap(({ classIndex, corners }) =>
      outlineLines({ classIndex, parts: [cornersInFrame(corners, image)] }, image),
    ),
})

interface OrientedFormat extends Pick<Parameters<typeof defineExporter>[0], 'id' | 'title' | 'aliases' | 'spelling'> {
  readonly folder: string
  /** The task in `data.yaml`: four corners alone could be an outline. */
  readonly task?: 'obb'
  lines(image: NamedImage, dataset: Reading): readonly string[]
}

function orientedFormat({ folder, task, lines, ...format }: OrientedFormat): Exporter {
  async function* labelFiles(dataset: Dataset, split: Split): AsyncGenerator<ExportFile> {
    for await (const image of dataset.images(split)) {
      const text = lines(image, dataset).map((line) => `${line}\n`)
      yield textFile(`${split}/${folder}/${besideImage(image.fileName, 'txt')}`, text.join(''))
    }
  }

  return defineExporter({
    ...format,
    keeps: ORIENTED_KEPT,
    hasCorners: true,
    tasks: { 'object-detection': 'boxes', 'instance-segmentation': 'boxes' },
    async *files(dataset) {
      const { counts } = dataset.version
      const paths = ['train: ../train/images', 'val: ../valid/images']
      if (counts.test > 0) paths.push('test: ../test/images')
      yield textFile('data.yaml', dataYaml({ ...dataset, paths, ...(task && { task }) }))
      for (const split of SPLITS) {
        if (counts[split] > 0) {
          yield* imageFiles(dataset, split, `${split}/images`)
          yield* labelFiles(dataset, split)
        } else if (split === 'valid') {
          yield { kind: 'folder', path: 'valid/images' }
          yield { kind: 'folder', path: `valid/${folder}` }
        }
      }
    },
    record(image, dataset) {
      const [first = ''] = lines(image, dataset)
      return first
    },
  })
}
