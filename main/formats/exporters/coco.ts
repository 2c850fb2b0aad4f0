import type { ExportVersion } from '#common/exports/model'
import { type Box, boxArea, boxSize } from '#common/geometry/box'
import { SPLITS, type Split } from '#common/split'
import { toAscii } from '../kit/ascii.ts'
import type { ClassList } from '../kit/class-names.ts'
import { inOrder, type NamedImage, pictureFiles, textFile } from '../kit/files.ts'
import { r3 } from '../kit/numbers.ts'
import { boxObjects, outlinedObjects } from '../kit/objects.ts'
import { createdAtText, editionTitle, licenseName } from '../kit/version-facts.ts'
import { type Dataset, defineExporter } from './define.ts'

/** COCO: one JSON file for each split, beside its pictures. */
export const coco = defineExporter({
  id: 'coco',
  title: 'COCO',
  keeps: 'Boxes, or outlines with all their parts, in one JSON file for each split.',
  tasks: { 'object-detection': 'boxes', 'instance-segmentation': 'all' },
  async *files(dataset) {
    for (const split of SPLITS) {
      if (dataset.version.counts[split] === 0) continue
      const labels = textFile(`${split}/_annotations.coco.json`, labelText(dataset, split))
      yield* inOrder([labels], pictureFiles(dataset, split, split))
    }
  },
  record(image, dataset) {
    const [first] = annotations(image, dataset)
    if (first === undefined) return ''
    const fields = Object.entries({ id: 0, image_id: 0, ...first })
    return `{ ${fields.map(([key, value]) => `"${key}": ${spaced(value)}`).join(',\n  ')} }`
  },
})

/** Written as it comes, in two walks over the pictures: the whole of it would not fit into memory. */
async function* labelText(dataset: Dataset, split: Split): AsyncGenerator<string> {
  const { version, classes } = dataset
  yield `{"info":${JSON.stringify(info(version))},"licenses":${JSON.stringify([license(version)])}`
  yield `,"categories":${JSON.stringify(categories(version, classes))},"images":[`
  yield* listed(imageRecords(dataset, split))
  yield '],"annotations":['
  yield* listed(annotationRecords(dataset, split))
  yield ']}'
}

async function* imageRecords({ version, images }: Dataset, split: Split) {
  const date_captured = createdAtText(version)
  let id = 0
  for await (const { fileName: file_name, height, width } of images(split)) {
    yield { id, license: 1, file_name, height, width, date_captured }
    id += 1
  }
}

async function* annotationRecords(dataset: Dataset, split: Split) {
  let [id, image_id] = [0, 0]
  for await (const image of dataset.images(split)) {
    for (const annotation of annotations(image, dataset)) {
      yield { id, image_id, ...annotation }
      id += 1
    }
    image_id += 1
  }
}

/** The objects of a picture, all but the numbers that count them through the file. */
function annotations(image: NamedImage, { version, classes }: Omit<Dataset, 'images'>) {
  if (version.projectType === 'object-detection') {
    return boxObjects(image, classes).map(({ classIndex, box }) =>
      annotation(classIndex, box, { area: boxArea(box), parts: [] }),
    )
  }
  return outlinedObjects(image, classes).map((object) => annotation(object.classIndex, object.box, object))
}

interface Outline {
  readonly area: number
  readonly parts: readonly (readonly number[])[]
}

/** Number 0 is the pseudo class, so classes count from 1. */
function annotation(classIndex: number, box: Box, { area, parts }: Outline) {
  const { width, height } = boxSize(box)
  return {
    category_id: classIndex + 1,
    bbox: [box.x0, box.y0, width, height].map(r3),
    area: r3(area),
    segmentation: parts.map((part) => part.map(r3)),
    iscrowd: 0,
  }
}

/** `year` and `version` are strings in the files that other tools write and read. */
function info(version: ExportVersion) {
  return {
    year: String(version.createdAt.getUTCFullYear()),
    version: String(version.number),
    description: editionTitle(version),
    contributor: '',
    url: '',
    date_created: createdAtText(version),
  }
}

const LICENSE_URLS: ReadonlyMap<string, string> = new Map([
  ['CC BY 4.0', 'https://creativecommons.org/licenses/by/4.0/'],
  ['MIT', 'https://opensource.org/licenses/MIT'],
  ['Public Domain', 'https://creativecommons.org/publicdomain/zero/1.0/'],
])

function license(version: ExportVersion) {
  const name = licenseName(version)
  return { id: 1, url: LICENSE_URLS.get(name) ?? '', name }
}

/** The annotation group comes first as a pseudo class over all others; nothing is labelled with it. */
function categories({ group }: ExportVersion, { names }: ClassList) {
  const supercategory = toAscii(group).trim() || 'objects'
  const real = names.map((name, index) => ({ id: index + 1, name, supercategory }))
  return [{ id: 0, name: supercategory, supercategory: 'none' }, ...real]
}

async function* listed(records: AsyncIterable<object>): AsyncGenerator<string> {
  let separator = ''
  for await (const record of records) {
    yield separator + JSON.stringify(record)
    separator = ','
  }
}

function spaced(value: unknown): string {
  return JSON.stringify(value).replaceAll(',', ', ')
}
