import { z } from 'zod'
import { refuse } from '#common/errors'
import { ok } from '#common/result'
import type { AnnotatedImage } from '#core/annotation/annotations/annotation-file'
import { FIELDS } from '../../kit/fiftyone/labels.ts'
import { readShape } from '../../labels/kit/json.ts'
import { type ReadObjects, readEvery, shorten } from '../../labels/kit/reading.ts'
import { attributesByName } from '../../labels/kit/said/listed.ts'
import { saidFor } from '../../labels/kit/said/wanted.ts'
import { documentImporter } from '../kit/documents.ts'
import { splitInName } from '../kit/paths.ts'
import { type Drawn, Field, objectsIn, Skeletons } from './fiftyone-labels.ts'

/** Kinds of fields that hold annotations; the others hold sizes, embeddings and the like. */
const KINDS = [
  'Detections',
  'Detection',
  'Polylines',
  'Polyline',
  'Keypoints',
  'Keypoint',
  'Classifications',
  'Classification',
  'Segmentation',
  'Heatmap',
] as const

const Annotated = z.looseObject({
  _cls: z.enum(KINDS),
})

const Sample = z.looseObject({ filepath: z.string().min(1), tags: z.array(z.string()).nullish().catch(undefined) })
type Sample = z.infer<typeof Sample>
/** Facts that FiftyOne has no word for, as Tessera writes them. */
const Tessera = z
  .object({
    classes: z.array(z.string()).catch([]),
    attributes: z.unknown().optional(),
    skeletons: Skeletons.catch({}).default({}),
  })
  .optional()
  .catch(undefined)
type Tessera = z.infer<typeof Tessera>

/** The field that FiftyOne's own readers write to. */
const GROUND_TRUTH = 'ground_truth'

/** Tessera's own samples have the labels of each kind in a field, and all of them count. */
const OWN_FIELDS: readonly string[] = Object.values(FIELDS)

/** A whole dataset of FiftyOne: `samples.json` beside `metadata.json` and the folder `data`. What has no field is not labeled yet. */
export const fiftyOneSamples = documentImporter({
  id: 'fiftyone-dataset',
  title: 'FiftyOne Dataset',
  companions: /(?:^|\/)metadata\.json$/i,
  isWanted: (keys) => keys.has('samples[].filepath'),
  pieces: () => ({ lists: ['samples'] }),
  beside: { key: 'tessera', read: (value) => Tessera.parse(value) },
  listed(tessera) {
    return tessera ? [{ classNames: tessera.classes, attributes: attributesByName(tessera.attributes) }] : []
  },
  entries(document, { beside: tessera }) {
    const sample = readShape(Sample, document)
    if (!sample.ok) return sample
    const { filepath: name, tags } = sample.value
    const fields = fieldsOf(sample.value, tessera)
    if (fields.length === 0) return ok([])
    const split = tags?.map((tag) => splitInName(tag)).find((found) => found !== undefined)
    const objects = (image: AnnotatedImage) => readFields(fields, image, tessera)
    return ok([{ name, ...(split && { split }), objects }])
  },
})

type Fields = readonly (readonly [name: string, value: unknown])[]

/** The one that people filled, where it tells so: beside it lies what models predicted. */
function fieldsOf(sample: Sample, tessera: Tessera): Fields {
  const said = Object.entries(sample).filter(([, value]) => Annotated.safeParse(value).success)
  if (!(GROUND_TRUTH in sample)) return said
  return said.filter(([name]) => (tessera ? OWN_FIELDS.includes(name) : name === GROUND_TRUTH))
}

function readFields(fields: Fields, image: AnnotatedImage, tessera: Tessera): ReadObjects {
  if (fields.length > 1 && !tessera) {
    const names = fields.map(([each]) => shorten(each)).join(', ')
    return refuse('annotations-in-several-fields', { names, wanted: GROUND_TRUTH })
  }
  const read = readEvery(fields, (field) => readField(field, image, tessera))
  if (!read.ok) return read
  const objects = inDrawingOrder(read.value.flat()).map(({ object }) => object)
  return ok(saidFor(objects, image))
}

function readField([name, value]: Fields[number], image: AnnotatedImage, tessera: Tessera) {
  const kind = Annotated.parse(value)._cls
  if (!Field.options.some((option) => option.shape._cls.value === kind)) {
    return refuse('field-kind-unsupported', { name: shorten(name), kind })
  }
  const field = readShape(Field, value)
  if (!field.ok) return refuse('field-unreadable', { name: shorten(name) }, field.error)
  return objectsIn(field.value, { image, skeletons: tessera?.skeletons ?? {} })
}

function inDrawingOrder(objects: readonly Drawn[]): readonly Drawn[] {
  return objects.every(({ order }) => order !== undefined)
    ? objects.toSorted((a, b) => (a.order ?? 0) - (b.order ?? 0))
    : objects
}
