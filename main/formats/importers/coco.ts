import type { ProjectType } from '#common/contract/projects'
import { refusal } from '#common/errors'
import { message } from '#common/messages/message'
import type { Message } from '#common/messages/template'
import type { DatasetFile, DatasetFiles, DatasetProblem } from '#core/exchange/datasets/ports'
import { defineImporter, eachFile, type Findings } from './define.ts'
import { type CocoContents, cocoContents } from './kit/coco/contents.ts'
import { type Instances, imagesWith } from './kit/coco/instances.ts'
import { CAPTIONS, type ChosenFile, filesFor } from './kit/coco/roles.ts'
import { hasText } from './kit/has-text.ts'
import { hasList, type JsonBatch, jsonBatches, NOT_JSON } from './kit/json/elements.ts'
import { jsonFiles } from './kit/json/head.ts'
import { baseName, splitInName } from './kit/paths.ts'
import { pauses } from './kit/pauses.ts'
import { type NumberedPart, partSkipped } from './kit/rows-said.ts'

/** COCO, with boxes, outlines, masks or keypoints: a JSON file about many images, which may be larger than the memory. */
export const coco = defineImporter({
  id: 'coco',
  title: 'COCO',
  async recognise(dataset) {
    const found = new Set(await jsonFiles(dataset, isCoco))
    for (const file of await jsonFiles(dataset, isBehindCategories)) {
      if (!found.has(file) && (await hasLists(dataset, file))) found.add(file)
    }
    return dataset.files.filter((file) => found.has(file) && !isPanoptic(file.path))
  },
  async *read(labels, dataset, type) {
    const { files, problems } = filesFor(type, labels)
    yield* problems
    for (const chosen of files) yield* eachFile([chosen.file], () => readFile(chosen, dataset, type))
  },
})

/** Its images are described by masks beside it. */
function isPanoptic(path: string): boolean {
  return /^panoptic[_.-]/i.test(baseName(path))
}

/** Whichever list comes first: the others may lie far behind it. */
function isCoco(keys: ReadonlySet<string>): boolean {
  if (keys.has('annotations[].segments_info')) return false
  if (keys.has('images[]') && keys.has('annotations[]')) return true
  return keys.has('images[].file_name') || keys.has('images[].coco_url') || keys.has('annotations[].image_id')
}

/** Classes alone may be those of another program: Label Studio puts them beside files in YOLO text. */
function isBehindCategories(keys: ReadonlySet<string>): boolean {
  return keys.has('categories[].name') && keys.has('info') && !keys.has('annotations[].segments_info')
}

async function hasLists(dataset: DatasetFiles, file: DatasetFile): Promise<boolean> {
  return (await hasList(dataset, file, 'images')) || hasList(dataset, file, 'annotations')
}

async function* readFile(
  { file, instances }: ChosenFile,
  dataset: DatasetFiles,
  type: ProjectType | undefined,
): Findings {
  const contents = cocoContents(type)
  const [{ path }, pause] = [file, pauses()]
  for await (const batch of jsonBatches(dataset, file, { keys: [...PARTS.keys()], pause })) {
    yield* take(contents, batch, path)
  }
  for (const fault of contents.faults()) yield { path, reason: fault }
  const said = contents.kind()
  if (said === 'captions' && type !== 'text-image-pairs') return yield { path, reason: CAPTIONS, isNote: true }
  if (said === 'nothing' && !(await hasText(dataset, file, '"annotations"')))
    return yield { path, reason: message('annotations-missing') }
  yield { classNames: contents.classNames(), attributes: contents.attributes() }
  yield* found(contents, file, instances && (await imagesWith(contents.classNames(), instances, dataset)))
}

/** The images of a file. Those whose objects are only among the instances beside it are no background images. */
async function* found(contents: CocoContents, { path }: DatasetFile, instances: Instances | undefined): Findings {
  const [split, pause] = [splitInName(path), pauses()]
  for (const { faults, isEmpty, ...image } of contents.images()) {
    for (const fault of faults) yield { path, reason: fault }
    const isHidden = isEmpty && instances?.images.has(image.name) === true
    const why = isHidden && { isPartial: true, whyUnlabelled: message('keypoints-missing') }
    yield { ...image, source: { path }, ...(split && { split }), ...why }
    await pause()
  }
}

const PARTS: ReadonlyMap<string, NumberedPart> = new Map([
  ['images', 'part-image'],
  ['annotations', 'part-annotation'],
  ['categories', 'part-category'],
])

function* take(contents: CocoContents, { key, first, values, lineOf }: JsonBatch, path: string) {
  for (const [offset, value] of values.entries()) {
    const place = first + offset
    const fault = value === NOT_JSON ? refusal('not-json') : takeEntry(contents, { key, value, place })
    if (fault === undefined) continue
    const reason = partSkipped(PARTS.get(key) ?? 'part-annotation', place + 1, fault)
    yield { path, line: lineOf(offset), reason } satisfies DatasetProblem
  }
}

interface Entry {
  readonly key: string
  readonly value: unknown
  readonly place: number
}

function takeEntry(contents: CocoContents, { key, value, place }: Entry): Message | undefined {
  if (key === 'annotations') return contents.takeAnnotation(value, place)
  return key === 'images' ? contents.takeImage(value) : contents.takeCategory(value)
}
