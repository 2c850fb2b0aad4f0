import { z } from 'zod'
import { ok } from '#common/result'
import type { AnnotatedPicture } from '#core/management/ports'
import { boxOfSize, polygonOf, polylineOf } from '../../labels/kit/geometry.ts'
import { FileNumber, readShape } from '../../labels/kit/json.ts'
import { type ReadObjects, readAll, readEach, shorten, unreadable } from '../../labels/kit/reading.ts'
import { saidFor } from '../../labels/kit/said/wanted.ts'
import { FileScore, scored } from '../../labels/kit/score.ts'
import { wholePicture } from '../../labels/kit/whole-picture.ts'
import { documentImporter } from '../kit/documents.ts'
import { splitInName } from '../kit/paths.ts'

const Label = z.string('an annotation without a class')
const Detection = z.object({
  label: Label,
  bounding_box: z.tuple([FileNumber, FileNumber, FileNumber, FileNumber]),
  ...{ mask: z.unknown().optional(), mask_path: z.unknown().optional() },
  confidence: FileScore,
})
type Detection = z.infer<typeof Detection>
const Polyline = z.object({
  label: Label,
  points: z.array(z.array(z.tuple([FileNumber, FileNumber]))),
  closed: z.boolean().default(true),
  confidence: FileScore,
})
type Polyline = z.infer<typeof Polyline>
const Whole = z.object({ label: Label })

/** Annotations of an image in a field, by its kind. */
const Field = z.discriminatedUnion('_cls', [
  z.object({ _cls: z.literal('Detections'), detections: z.array(Detection) }),
  z.object({ _cls: z.literal('Polylines'), polylines: z.array(Polyline) }),
  z.object({ _cls: z.literal('Classifications'), classifications: z.array(Whole) }),
  z.object({ _cls: z.literal('Classification'), label: Label }),
])

/** Kinds of fields that hold annotations; the others hold sizes, embeddings and the like. */
const KINDS = [
  ...(['Detections', 'Detection', 'Polylines', 'Polyline', 'Keypoints', 'Keypoint'] as const),
  ...(['Classifications', 'Classification', 'Segmentation', 'Heatmap'] as const),
] as const

const Annotated = z.looseObject({
  _cls: z.enum(KINDS),
})

const Sample = z.looseObject({ filepath: z.string().min(1), tags: z.array(z.string()).nullish().catch(undefined) })
type Sample = z.infer<typeof Sample>
const Document = z.object({ samples: z.array(Sample) })

/** The field that FiftyOne's own readers write to. */
const GROUND_TRUTH = 'ground_truth'

/** A whole data set of FiftyOne: `samples.json` beside `metadata.json` and the folder `data`. What has no field is not labelled yet. */
export const fiftyOneSamples = documentImporter({
  id: 'fiftyone-dataset',
  title: 'FiftyOne Dataset',
  isWanted: (keys) => keys.has('samples[].filepath'),
  entries(document) {
    const read = readShape(Document, document)
    if (!read.ok) return read
    return ok(
      read.value.samples.flatMap((sample) => {
        const fields = fieldsOf(sample)
        if (fields.length === 0) return []
        const split = sample.tags?.map((tag) => splitInName(tag)).find((found) => found !== undefined)
        return [
          {
            name: sample.filepath,
            ...(split && { split }),
            objects: (picture: AnnotatedPicture) => readFields(fields, picture),
          },
        ]
      }),
    )
  },
})

type Fields = readonly (readonly [name: string, value: unknown])[]

/** The one that people filled, where it tells so: beside it lies what models predicted. */
function fieldsOf(sample: Sample): Fields {
  const said = Object.entries(sample).filter(([, value]) => Annotated.safeParse(value).success)
  return GROUND_TRUTH in sample ? said.filter(([name]) => name === GROUND_TRUTH) : said
}

function readFields(fields: Fields, picture: AnnotatedPicture): ReadObjects {
  const [[name, value] = ['', undefined], ...others] = fields
  if (others.length > 0) {
    const names = fields.map(([each]) => shorten(each)).join(', ')
    return unreadable(`the image has its annotations in several fields (${names}) and none is "${GROUND_TRUTH}"`)
  }
  const kind = Annotated.parse(value)._cls
  if (!Field.options.some((option) => option.shape._cls.value === kind)) {
    return unreadable(`the field "${shorten(name)}" has annotations of the kind "${kind}", which is not read`)
  }
  const field = readShape(Field, value)
  if (!field.ok) return unreadable(`the field "${shorten(name)}" is not understood: ${field.error.message}`)
  const objects = objectsIn(field.value, picture)
  return objects.ok ? ok(saidFor(objects.value, picture)) : objects
}

function objectsIn(field: z.infer<typeof Field>, picture: AnnotatedPicture): ReadObjects {
  switch (field._cls) {
    case 'Detections':
      return readEach(field.detections, (detection, index) => toBox(detection, `object ${index + 1}`, picture))
    case 'Polylines':
      return readAll(field.polylines, (line, index) => toOutline(line, `object ${index + 1}`, picture))
    case 'Classifications':
      return wholePicture(field.classifications.map(({ label }) => label))
    case 'Classification':
      return wholePicture([field.label])
  }
}

/** The left upper corner and the size, in shares of the sides. A mask says more than its box where areas are wanted. */
function toBox(
  { label, bounding_box, mask, mask_path, confidence }: Detection,
  place: string,
  picture: AnnotatedPicture,
) {
  const { frame, type } = picture
  if ((mask ?? mask_path) && (type === 'instance-segmentation' || type === 'semantic-segmentation'))
    return unreadable(`${place} has a mask; export outlines (Polylines) or boxes without masks`)
  const [x, y, width, height] = bounding_box
  const box = {
    ...{ x: x * frame.width, y: y * frame.height },
    ...{ width: width * frame.width, height: height * frame.height },
  }
  return scored(boxOfSize({ className: label, place }, box), confidence)
}

/** Closed ones are outlines of one object, open ones lines of their own. */
function toOutline({ label, points, closed, confidence }: Polyline, place: string, { frame }: AnnotatedPicture) {
  const labelled = { className: label, place }
  const outlines = points.map((line) => line.flatMap(([x, y]) => [x * frame.width, y * frame.height]))
  const read = closed ? [polygonOf(labelled, outlines)] : outlines.map((flat) => polylineOf(labelled, flat))
  return readEach(read, (object) => scored(object, confidence))
}
