import type { Refusal } from '#common/errors'
import { message } from '#common/messages/message'
import { ok, type Result } from '#common/result'
import type { ReadAnnotation } from '#core/annotation/annotations/read-annotation'
import { folded } from '#core/exchange/datasets/places'
import type { DatasetFile, DatasetFiles, DatasetFinding, DescribedImage } from '#core/exchange/datasets/ports'
import { boxOfCorners } from '../../labels/kit/geometry.ts'
import { thisPlace } from '../../labels/kit/places.ts'
import { readEvery } from '../../labels/kit/reading.ts'
import { defineImporter, eachFile, type Findings } from '../define.ts'
import { baseName, isAside, withoutEnding } from '../kit/paths.ts'
import { voc } from '../voc.ts'
import { imageNetRows, isImageNetBoxTable, type TableRow } from './imagenet-tables.ts'
import { namesOf, type Words, wordsIn } from './imagenet-words.ts'

/** Files of ImageNet that repeat what its folders and tables say. */
export const IMAGENET_COMPANIONS =
  /(?:^|\/)(?:Annotations|ImageSets)\/(?:CLS-LOC|DET|VID)\/|(?:^|\/)(?:LOC_sample_submission\.csv|wnids\.txt|n\d{8}_boxes\.txt)$/i

/** ImageNet's boxes: XML files as those of Pascal VOC, and tables, with the identifiers of the classes. */
export const imageNetBoxes = defineImporter({
  id: 'imagenet-boxes',
  title: 'ImageNet Localisation',
  companions: IMAGENET_COMPANIONS,
  recognise: async ({ files }) =>
    files.filter((file) => !isAside(file.path) && (isImageNetXml(file) || isImageNetBoxTable(file))),
  async *read(labels, dataset, type) {
    const listed = await wordsIn(dataset)
    const xmls = labels.filter(isImageNetXml)
    const names = namesOf(listed, usedIn(dataset, listed))
    for await (const finding of voc.read(xmls, dataset, type)) yield renamed(finding, names)
    const read = new Set(xmls.map(({ path }) => nameOf(path)))
    const tables = labels.filter((file) => !isImageNetXml(file))
    yield* eachFile(tables, (file) => readTable(file, { dataset, names, read }))
  },
})

export function isImageNetXml({ path }: DatasetFile): boolean {
  return /(?:^|\/)Annotations\/(?:CLS-LOC|DET|VID)\/.*\.xml$/i.test(path)
}

/** A longer list is WordNet, of which a dataset has a part. */
const MAX_CLASSES = 2000

/** All of a short list; of a long one those that folders are called after. */
function usedIn({ files }: DatasetFiles, listed: Words): ReadonlySet<string> {
  if (listed.size <= MAX_CLASSES) return new Set(listed.keys())
  return new Set(files.flatMap(({ path }) => path.split('/')))
}

function renamed(finding: DatasetFinding, names: Words): DatasetFinding {
  if (!('objects' in finding)) return finding
  return {
    ...finding,
    objects(image) {
      const read = finding.objects(image)
      return read.ok
        ? ok(read.value.map((object) => ({ ...object, className: nameIn(names, object.className) })))
        : read
    },
  }
}

function nameIn(names: Words, id: string): string {
  return names.get(id.trim()) ?? id
}

function nameOf(path: string): string {
  return folded(withoutEnding(baseName(path)))
}

interface Reading {
  readonly dataset: DatasetFiles
  readonly names: Words
  /** Images whose boxes were read from files of their own. */
  readonly read: ReadonlySet<string>
}

async function* readTable(file: DatasetFile, { dataset, names, read }: Reading): Findings {
  const { path } = file
  for await (const row of imageNetRows(file, dataset)) {
    if ('reason' in row) yield row
    else if (!read.has(folded(row.image))) {
      const said = readRow(row, names)
      const source = { path, line: row.line }
      if (said.ok) yield { name: row.image, source, objects: () => said } satisfies DescribedImage
      else yield { ...source, reason: message('row-skipped', {}, said.error) }
    }
  }
}

function readRow({ boxes }: TableRow, names: Words): Result<readonly ReadAnnotation[], Refusal> {
  if (!boxes.ok) return boxes
  return readEvery(boxes.value, ({ id, corners: [x0 = 0, y0 = 0, x1 = 0, y1 = 0] }) =>
    boxOfCorners({ className: nameIn(names, id), place: thisPlace('row') }, { x0, y0, x1, y1 }),
  )
}
