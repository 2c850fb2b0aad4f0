import type { ExportImage } from '#common/exports/model'
import { boxSize } from '#common/geometry/box'
import { SPLITS, type Split } from '#common/split'
import { besideImage } from '../kit/file-names.ts'
import { type ExportFile, pictureFiles, textFile } from '../kit/files.ts'
import { share } from '../kit/numbers.ts'
import { type BoxObject, boxObjects, type OutlinedObject, outlinedObjects } from '../kit/objects.ts'
import { licenseName, oneLine, slugsOf } from '../kit/version-facts.ts'
import { type Dataset, defineExporter } from './define.ts'

/** YOLOv8: `data.yaml`, and for each picture a text file with one line an object, in shares of the picture's sides. */
export const yolov8 = defineExporter({
  id: 'yolov8',
  title: 'YOLOv8',
  keeps: 'Boxes, or one outline for each part of an object, in one text file for each picture.',
  tasks: { 'object-detection': 'boxes', 'instance-segmentation': 'all' },
  async *files(dataset) {
    yield textFile('data.yaml', dataYaml(dataset))
    for (const split of SPLITS) yield* splitFiles(dataset, split)
  },
  record(image, dataset) {
    const [first = ''] = labelLines(image, dataset)
    return first
  },
})

/** Trainers insist on a validation folder, so `valid` is there even when no picture is. */
async function* splitFiles(dataset: Dataset, split: Split): AsyncGenerator<ExportFile> {
  if (dataset.version.counts[split] > 0) {
    yield* pictureFiles(dataset, split, `${split}/images`)
    yield* labelFiles(dataset, split)
  } else if (split === 'valid') {
    yield { kind: 'folder', path: 'valid/images' }
    yield { kind: 'folder', path: 'valid/labels' }
  }
}

/** A picture with nothing on it has an empty file: readers take that as background, a missing file as a mistake. */
async function* labelFiles(dataset: Dataset, split: Split): AsyncGenerator<ExportFile> {
  for await (const image of dataset.images(split)) {
    const lines = labelLines(image, dataset).map((line) => `${line}\n`)
    yield textFile(`${split}/labels/${besideImage(image.fileName, 'txt')}`, lines.join(''))
  }
}

/** Never boxes and outlines in one file: readers take all lines for outlines as soon as one is long. */
function labelLines(image: ExportImage, { version, classes }: Omit<Dataset, 'images'>): readonly string[] {
  return version.projectType === 'object-detection'
    ? boxObjects(image, classes).map((object) => boxLine(object, image))
    : outlinedObjects(image, classes).flatMap((object) => outlineLines(object, image))
}

function boxLine({ classIndex, box }: BoxObject, { width, height }: ExportImage): string {
  const size = boxSize(box)
  return [
    classIndex,
    share((box.x0 + box.x1) / 2, width),
    share((box.y0 + box.y1) / 2, height),
    share(size.width, width),
    share(size.height, height),
  ].join(' ')
}

function outlineLines({ classIndex, parts }: OutlinedObject, { width, height }: ExportImage): readonly string[] {
  return parts.map((part) => {
    const shares = part.map((length, i) => share(length, i % 2 === 0 ? width : height))
    return [classIndex, ...shares].join(' ')
  })
}

/** The leading `..` is what trainers expect to find, and to drop. */
function dataYaml({ version, classes }: Dataset): string {
  const { workspace, project } = slugsOf(version)
  const lines = [
    'train: ../train/images',
    'val: ../valid/images',
    ...(version.counts.test > 0 ? ['test: ../test/images'] : []),
    '',
    `nc: ${classes.names.length}`,
    `names: [${classes.names.map(quoted).join(', ')}]`,
    '',
    'tessera:',
    `  workspace: ${scalar(workspace)}`,
    `  project: ${scalar(project)}`,
    version.search === undefined ? `  version: ${version.number}` : `  search: ${scalar(oneLine(version.search))}`,
    `  license: ${scalar(licenseName(version))}`,
  ]
  return lines.map((line) => `${line}\n`).join('')
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}

/** Bare when YAML 1.1 and 1.2 both read it as that very text. */
function scalar(text: string): string {
  const isPlain = /^[A-Za-z](?:[\w .()-]*[\w.()-])?$/.test(text)
  const isKeyword = /^(?:true|false|null|yes|no|on|off|y|n)$/i.test(text)
  return isPlain && !isKeyword ? text : quoted(text)
}
