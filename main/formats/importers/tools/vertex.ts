import { z } from 'zod'
import { type Refusal, refuse } from '#common/errors'
import { ok, type Result } from '#common/result'
import { Split } from '#common/split'
import type { ReadAnnotation } from '#core/annotation/annotations/read-annotation'
import { pathInAddress } from '#core/exchange/datasets/places'
import { FileRecord, readShape } from '../../labels/kit/json.ts'
import { filePlace } from '../../labels/kit/places.ts'
import { readEvery, separately, shorten } from '../../labels/kit/reading.ts'
import { saidFor } from '../../labels/kit/said/wanted.ts'
import { wholeImage } from '../../labels/kit/whole-image.ts'
import { readVertexBox } from '../../labels/lines/vertex.ts'
import { type DocumentEntry, documentImporter } from '../kit/documents.ts'

const Line = z.looseObject({
  imageGcsUri: z.string().min(1),
  boundingBoxAnnotations: z.array(z.unknown()).optional(),
  dataItemResourceLabels: FileRecord(z.unknown()).nullish().catch(undefined),
})
type Line = z.infer<typeof Line>

/** Vertex AI: a line for each image, with its boxes in shares or its classes. */
export const vertex = documentImporter({
  id: 'vertex',
  title: 'Vertex AI',
  lineEndings: ['.jsonl', '.ndjson'],
  isWanted: (keys) => keys.has('imageGcsUri'),
  entries(document) {
    const line = readShape(Line, document)
    return line.ok ? ok(entryOf(line.value)) : line
  },
})

/** Empty if the line only names the image. */
function entryOf(line: Line): readonly DocumentEntry[] {
  const name = pathInAddress(line.imageGcsUri)
  const boxes = line.boundingBoxAnnotations?.map((value, index) => ({ value, place: filePlace('box', index + 1) }))
  const read = boxes?.map(({ value, place }) => readVertexBox(value, place, ANY)) ?? []
  const about = [...classesIn(line), ...unsupportedIn(line)]
  if (boxes === undefined && about.length === 0) return []
  const faults = [...read, ...about].flatMap((part) => (part.ok ? [] : [part]))
  const classes = about.flatMap((part) => (part.ok ? [part.value] : []))
  const sound = boxes?.filter((_, index) => read[index]?.ok) ?? []
  const split = splitIn(line)
  const [first] = faults
  if (first && sound.length + classes.length === 0) return [{ name, split, objects: () => first }]
  return [
    {
      name,
      split,
      leftOut: faults.map(({ error }) => error),
      objects(image) {
        const objects = readEvery(sound, ({ value, place }) => readVertexBox(value, place, image.frame))
        return objects.ok ? ok(saidFor([...objects.value, ...classes], image)) : objects
      },
    },
  ]
}

const ANY = { width: 1, height: 1 }

const Classed = z.object({ displayName: z.string().trim().min(1) })
const CLASSES = ['classificationAnnotation', 'classificationAnnotations'] as const

function classesIn(line: Line): readonly Result<ReadAnnotation, Refusal>[] {
  const said = CLASSES.flatMap((key) => line[key] ?? [])
  return said.flatMap((value) => {
    const classed = Classed.safeParse(value)
    return classed.success ? separately(wholeImage([classed.data.displayName])) : [refuse('name-of-class-missing')]
  })
}

/** Unsupported annotation types. */
function unsupportedIn(line: Line): readonly Result<never, Refusal>[] {
  const known = new Set<string>(['boundingBoxAnnotations', ...CLASSES])
  const others = Object.keys(line).filter((key) => /Annotations?$/.test(key) && !known.has(key))
  return others.map((key) => refuse('annotation-type-unsupported', { kind: shorten(key) }))
}

const USE = 'aiplatform.googleapis.com/ml_use'

/** `training`, `validation` or `test`. */
function splitIn({ dataItemResourceLabels }: Line): Split | undefined {
  const use = dataItemResourceLabels?.[USE]
  const [word] = /^(?:train|valid|test)/i.exec(typeof use === 'string' ? use : '') ?? []
  return Split.safeParse(word?.toLowerCase()).data
}
