import { z } from 'zod'
import { type Refusal, refuse } from '#common/errors'
import { message } from '#common/messages/message'
import { ok, type Result } from '#common/result'
import { isClassification } from '#core/annotation/annotations/project-types'
import { type DatasetFile, DatasetFileError, type DatasetFiles } from '#core/exchange/datasets/ports'
import { readPng } from '../kit/png/reader.ts'
import {
  boxGroups,
  joinLabelMeParts,
  type LabelMePart,
  LabelMeShape,
  maskIn,
  type PointNames,
  pointNamesOf,
  readLabelMeShape,
  toPart,
} from '../labels/json/labelme.ts'
import { pixelsOfLabelMe } from '../labels/json/labelme-mask.ts'
import { FileRecord, readShape } from '../labels/kit/json.ts'
import { filePlace } from '../labels/kit/places.ts'
import { attributesByName } from '../labels/kit/said/listed.ts'
import { wholeImage } from '../labels/kit/whole-image.ts'
import { defineImporter, eachFile, type Findings } from './define.ts'
import { declaredSize } from './kit/declared-size.ts'
import { parseDocument, readJson } from './kit/json/document.ts'
import { hasList } from './kit/json/elements.ts'
import { jsonFiles } from './kit/json/head.ts'
import { baseName, withoutEnding } from './kit/paths.ts'
import { type Pause, pauses } from './kit/pauses.ts'
import { readableOf } from './kit/readable.ts'
import { readText } from './kit/texts.ts'

/** LabelMe: a JSON file beside each image. */
export const labelme = defineImporter({
  id: 'labelme',
  title: 'LabelMe',
  recognise,
  async *read(labels, dataset) {
    const names = await pointNames(labels, dataset)
    const pause = pauses()
    yield* listedAttributes(dataset)
    yield* eachFile(labels, async function* (file): Findings {
      yield* readFile(file, dataset, { names, pause })
      await pause()
    })
  },
})

/** The image may stand before the shapes, and is longer than what is looked at of other files. */
async function recognise(dataset: DatasetFiles): Promise<readonly DatasetFile[]> {
  const found = new Set(await jsonFiles(dataset, (keys) => keys.has('shapes[]') && !keys.has('annotations[]')))
  const hidden = await jsonFiles(dataset, (keys) => keys.has('imageData') && !keys.has('shapes[]'))
  for (const file of hidden) if (await hasList(dataset, file, 'shapes')) found.add(file)
  return dataset.files.filter((file) => found.has(file))
}

/** The attributes of classes, which lie beside the images where Tessera wrote the files. */
async function* listedAttributes(dataset: DatasetFiles): Findings {
  for (const file of dataset.files.filter(({ path }) => baseName(path) === 'attributes.json')) {
    const json = await readJson(dataset, file)
    const listed = json.ok ? Listed.safeParse(json.value).data : undefined
    if (listed) yield { classNames: [], attributes: attributesByName(listed.attributes) }
  }
}

const Listed = z.object({ attributes: FileRecord(z.unknown()) })

const Document = z.object({
  shapes: z.array(z.unknown()),
  flags: FileRecord(z.unknown()).nullish().catch(undefined),
  imagePath: z.string().nullish().catch(undefined),
  imageData: z.string().nullish().catch(undefined),
  imageWidth: z.unknown().optional(),
  imageHeight: z.unknown().optional(),
})

interface Reading {
  readonly names: PointNames
  readonly pause: Pause
}

async function* readFile(file: DatasetFile, dataset: DatasetFiles, { names, pause }: Reading): Findings {
  const { path } = file
  const json = await readJson(dataset, file)
  if (!json.ok) return yield json.error
  const document = readShape(Document, json.value)
  if (!document.ok) return yield { path, reason: message('file-not-readable', {}, document.error) }
  const { shapes, flags, imagePath, imageData, imageWidth, imageHeight } = document.value
  const { values: parts, problems } = readableOf(await partsWithMasks(shapes, pause), { path })
  yield* problems
  const said = Object.entries(flags ?? {}).flatMap(([name, isSaid]) => (isSaid === true ? [name] : []))
  yield {
    name: imagePath?.replaceAll('\\', '/') || withoutEnding(path),
    source: { path },
    ...declaredSize(imageWidth, imageHeight),
    isPartial: problems.length > 0,
    ...(imageData && { bytes: () => Buffer.from(imageData, 'base64') }),
    objects({ type }) {
      const isSaid = said.length > 0 && (isClassification(type) || shapes.length === 0)
      return isSaid ? wholeImage(said) : ok(joinLabelMeParts(parts, names))
    },
  }
}

function partsOf(values: readonly unknown[]): readonly Result<LabelMePart, Refusal>[] {
  const shapes = values.map((value) => readShape(LabelMeShape, value))
  const boxes = boxGroups(shapes.flatMap((shape) => (shape.ok ? [shape.value] : [])))
  return shapes.map((shape, index) => {
    const place = filePlace('shape', index + 1)
    if (shape.ok) return readLabelMeShape(shape.value, place, boxes)
    return refuse('part-unreadable', { place }, shape.error)
  })
}

/** The same with masks, each a PNG in the text. */
async function partsWithMasks(
  values: readonly unknown[],
  pause: Pause,
): Promise<readonly Result<LabelMePart, Refusal>[]> {
  const parts = [...partsOf(values)]
  for (const [index, value] of values.entries()) {
    const shape = LabelMeShape.safeParse(value).data
    const mask = shape && maskIn(shape)
    if (shape === undefined || mask === undefined) continue
    const labelled = { className: shape.label, place: filePlace('shape', index + 1), points: shape.points }
    parts[index] = toPart(shape, pixelsOfLabelMe(labelled, await readPng(Buffer.from(mask, 'base64'), pause)))
  }
  return parts
}

/** The points of each class, from all files that have any: a file names only those that have a place in its image. */
async function pointNames(labels: readonly DatasetFile[], dataset: DatasetFiles): Promise<PointNames> {
  let names: PointNames = new Map()
  for (const file of labels) names = pointNamesOf(await partsWithPoints(file, dataset), names)
  return names
}

/** The parts of a file that holds points. Its faults are reported when it is read as a whole. */
async function partsWithPoints(file: DatasetFile, dataset: DatasetFiles): Promise<readonly LabelMePart[]> {
  try {
    const text = await readText(dataset, file)
    if (!text.ok || !/"shape_type"\s*:\s*"point"/.test(text.value)) return []
    const json = parseDocument(text.value, file.path)
    const document = json.ok ? Document.safeParse(json.value).data : undefined
    return readableOf(partsOf(document?.shapes ?? []), file).values
  } catch (error) {
    if (!(error instanceof DatasetFileError)) throw error
    return []
  }
}
