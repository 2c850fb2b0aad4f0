import { z } from 'zod'
import type { AttributesByClass } from '#common/annotation/named/attribute'
import { refusal, refuse } from '#common/errors'
import { message } from '#common/messages/message'
import { err, ok, type Result } from '#common/result'
import type { Split } from '#common/split'
import type { DatasetFile, DatasetFiles, DatasetProblem, DescribedImage } from '#core/exchange/datasets/ports'
import { readShape, withKnownNumbers } from '../labels/kit/json.ts'
import { filePlace } from '../labels/kit/places.ts'
import { attributesByName } from '../labels/kit/said/listed.ts'
import { defineImporter, eachFile, type Findings } from './define.ts'
import {
  DatumaroAnnotation,
  DatumaroCategories,
  datumaroObjects,
  type PlacedAnnotation,
  readDatumaroAnnotation,
} from './kit/datumaro.ts'
import { declaredSize } from './kit/declared-size.ts'
import { readJson } from './kit/json/document.ts'
import { type JsonBatch, jsonBatches, NOT_JSON } from './kit/json/elements.ts'
import { jsonFiles } from './kit/json/head.ts'
import { JsonTextError } from './kit/json/scanner.ts'
import { splitInName } from './kit/paths.ts'
import { pauses } from './kit/pauses.ts'
import { readableOf } from './kit/readable.ts'
import { inFull } from './kit/rows-said.ts'

/** Datumaro's own JSON: a file for each split, in which each image has its labels. */
export const datumaro = defineImporter({
  id: 'datumaro',
  title: 'Datumaro',
  recognise: (dataset) =>
    jsonFiles(dataset, (keys) => keys.has('categories.label') || keys.has('items[].annotations[]')),
  read: (labels, dataset) => eachFile(labels, (file) => readFile(file, dataset)),
})

async function* readFile(file: DatasetFile, dataset: DatasetFiles): Findings {
  const { path } = file
  const categories = await readCategories(file, dataset)
  if (!categories.ok) return yield categories.error
  const { label, attributes } = categories.value
  yield { classNames: (label?.labels ?? []).map(({ name }) => name), attributes }
  const about = { path, split: splitInName(path), categories: categories.value }
  try {
    for await (const batch of jsonBatches(dataset, file, { keys: ['items'], pause: pauses() })) {
      for (const [offset, value] of batch.values.entries()) yield* readItem(value, { ...about, batch, offset })
    }
  } catch (error) {
    if (!(error instanceof JsonTextError)) throw error
    yield { path, line: error.line, reason: inFull(error.fault) }
  }
}

const Before = z.object({
  categories: DatumaroCategories.default({}),
  /** A place for whatever programs have to say; Tessera lists what objects are asked. */
  infos: z
    .object({ tessera: z.object({ attributes: z.unknown() }) })
    .optional()
    .catch(undefined),
})

/** Far more than the classes of any dataset. */
const MAX_CATEGORIES = 16 * 1024 * 1024
const ITEMS = /"items"\s*:\s*\[/g

/** They stand before the images, and where they do not the file must be one that can be read as a whole. */
async function readCategories(
  file: DatasetFile,
  dataset: DatasetFiles,
): Promise<Result<DatumaroCategories & { readonly attributes: AttributesByClass }, DatasetProblem>> {
  const { path } = file
  const before = (await textBefore(file, dataset)) ?? (await readJson(dataset, file))
  if (!before.ok) return before
  const document = readShape(Before, before.value)
  if (document.ok) {
    const { categories, infos } = document.value
    return ok({ ...categories, attributes: attributesByName(infos?.tessera.attributes) })
  }
  return err({ path, reason: message('file-not-readable', {}, document.error) })
}

/** The text before the list of images, when the categories are in it. A head that is not UTF-8 has other letters in it. */
async function textBefore(file: DatasetFile, dataset: DatasetFiles): Promise<Result<unknown, never> | undefined> {
  const text = await dataset.head(file, MAX_CATEGORIES)
  for (const { index } of text.matchAll(ITEMS)) {
    const document = parsed(`${text.slice(0, index)}"items":[]}`)
    const isWhole = document !== undefined && 'categories' in document && !text.slice(0, index).includes('\ufffd')
    if (document !== undefined) return isWhole ? ok(document) : undefined
  }
  return undefined
}

/** Lists of points are called items too: what stands before them is no document by itself. */
function parsed(text: string): object | undefined {
  try {
    const document: unknown = JSON.parse(withKnownNumbers(text))
    return typeof document === 'object' && document !== null ? document : undefined
  } catch {
    return undefined
  }
}

/** Height and width. */
const Size = z.tuple([z.unknown(), z.unknown()]).nullish().catch(undefined)
const Item = z.object({
  id: z.string().nullish(),
  annotations: z.array(z.unknown()).default([]),
  image: z.object({ path: z.string().nullish(), size: Size }).nullish().catch(undefined),
})

interface ItemPlace {
  readonly path: string
  readonly split: Split | undefined
  readonly categories: DatumaroCategories
  readonly batch: JsonBatch
  readonly offset: number
}

function* readItem(
  value: unknown,
  { path, split, categories, batch, offset }: ItemPlace,
): Generator<DescribedImage | DatasetProblem, void> {
  const line = () => batch.lineOf(offset)
  const item = value === NOT_JSON ? refuse('not-json') : readShape(Item, value)
  const part = filePlace('item', batch.first + offset + 1)
  if (!item.ok) return yield { path, line: line(), reason: message('part-skipped', { part }, item.error) }
  const name = item.value.image?.path || item.value.id
  if (!name)
    return yield { path, line: line(), reason: message('part-skipped', { part }, refusal('image-name-missing')) }
  const read = item.value.annotations.map((annotation, index) => readAnnotation(annotation, index, categories))
  const { values, problems } = readableOf(read, { path })
  for (const problem of problems) yield { ...problem, line: line() }
  const [height, width] = item.value.image?.size ?? []
  yield {
    name,
    source: { path },
    ...(split && { split }),
    isPartial: problems.length > 0,
    ...declaredSize(width, height),
    objects: (image) => datumaroObjects(values, categories, image),
  }
}

const ANY = { frame: { width: 0, height: 0 }, type: 'instance-segmentation' } as const

/** The annotation itself, when it can be read for any image. Masks are drawn when the size of theirs is known. */
function readAnnotation(value: unknown, index: number, categories: DatumaroCategories) {
  const place = filePlace('annotation', index + 1)
  const annotation = readShape(DatumaroAnnotation, value)
  if (!annotation.ok) return refuse('part-unreadable', { place }, annotation.error)
  const placed: PlacedAnnotation = { annotation: annotation.value, place }
  const isMask = annotation.value.type === 'mask' && annotation.value.rle
  const object = isMask ? ok(undefined) : readDatumaroAnnotation(placed, categories, { ...ANY, box: WHOLE })
  return object.ok ? ok(placed) : object
}

/** A box that any points may lie in. */
const WHOLE = [0, 0, 1, 1]
