import { z } from 'zod'
import type { Refusal } from '#common/errors'
import { ok, type Result } from '#common/result'
import { isClassification } from '#core/annotations/project-types'
import { type DatasetFile, DatasetFileError, type DatasetFiles } from '#core/datasets/ports'
import {
  boxGroups,
  joinLabelMeParts,
  type LabelMePart,
  LabelMeShape,
  type PointNames,
  pointNamesOf,
  readLabelMeShape,
} from '../labels/json/labelme.ts'
import { readShape } from '../labels/kit/json.ts'
import { unreadable } from '../labels/kit/reading.ts'
import { wholePicture } from '../labels/kit/whole-picture.ts'
import { defineImporter, eachFile, type Findings } from './define.ts'
import { parseDocument, readJson } from './kit/json/document.ts'
import { jsonFiles } from './kit/json/head.ts'
import { withoutEnding } from './kit/paths.ts'
import { pauses } from './kit/pauses.ts'
import { readableOf } from './kit/readable.ts'
import { readText } from './kit/texts.ts'

/** LabelMe: a JSON file beside each picture. */
export const labelme = defineImporter({
  id: 'labelme',
  title: 'LabelMe',
  recognise: (dataset) => jsonFiles(dataset, (keys) => keys.has('shapes[]') && !keys.has('annotations[]')),
  async *read(labels, dataset) {
    const names = await pointNames(labels, dataset)
    const pause = pauses()
    yield* eachFile(labels, async function* (file): Findings {
      yield* readFile(file, dataset, names)
      await pause()
    })
  },
})

const Document = z.object({
  shapes: z.array(z.unknown()),
  flags: z.record(z.string(), z.unknown()).nullish().catch(undefined),
  imagePath: z.string().nullish().catch(undefined),
  imageData: z.string().nullish().catch(undefined),
})

async function* readFile(file: DatasetFile, dataset: DatasetFiles, names: PointNames): Findings {
  const { path } = file
  const json = await readJson(dataset, file)
  if (!json.ok) return yield json.error
  const document = readShape(Document, json.value)
  if (!document.ok) return yield { path, reason: `The file is not understood: ${document.error.message}.` }
  const { shapes, flags, imagePath, imageData } = document.value
  const { values: parts, problems } = readableOf(partsOf(shapes), { path })
  yield* problems
  const said = Object.entries(flags ?? {}).flatMap(([name, isSaid]) => (isSaid === true ? [name] : []))
  yield {
    name: imagePath?.replaceAll('\\', '/') || withoutEnding(path),
    source: { path },
    ...(imageData && { bytes: () => Buffer.from(imageData, 'base64') }),
    objects({ type }) {
      return isClassification(type) && said.length > 0 ? wholePicture(said) : ok(joinLabelMeParts(parts, names))
    },
  }
}

function partsOf(values: readonly unknown[]): readonly Result<LabelMePart, Refusal>[] {
  const shapes = values.map((value) => readShape(LabelMeShape, value))
  const boxes = boxGroups(shapes.flatMap((shape) => (shape.ok ? [shape.value] : [])))
  return shapes.map((shape, index) => {
    const place = `shape ${index + 1}`
    if (shape.ok) return readLabelMeShape(shape.value, place, boxes)
    return unreadable(`${place} is not understood: ${shape.error.message}`)
  })
}

/** The points of each class, from all files that have any: a file names only those that have a place in its picture. */
async function pointNames(labels: readonly DatasetFile[], dataset: DatasetFiles): Promise<PointNames> {
  let names: PointNames = new Map()
  for (const file of labels) names = pointNamesOf(await partsWithPoints(file, dataset), names)
  return names
}

/** What is wrong with a file is said when it is read as a whole. */
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
