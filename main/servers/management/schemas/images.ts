import { z } from 'zod'
import { recordOf } from '#common/record-of'
import { StationMarks } from '#core/annotation/annotations/station-marks'
import { ProjectPath, QueryText, Seconds } from './kit.ts'

const Text = QueryText.optional()

export const DatasetPath = z.object({ project: z.string() })
export const ImagePath = ProjectPath.extend({ imageId: z.string() })
export const ImageQuery = z.object({
  marks: Text.meta({
    description: '`true`: with what stations of Tessera keep of labels, for sending them back whole',
  }),
})
export const AnnotatePath = DatasetPath.extend({ imageId: z.string() })

/** Fields that may stand in the query instead of a form; the form wins. Further values are ignored. */
export const UploadQuery = z.object({
  name: Text,
  split: Text,
  batch: Text,
  image: Text.meta({ description: 'Address of an image to fetch, instead of a file' }),
  tag: z
    .union([z.string().transform((tag) => [tag]), z.array(z.string())])
    .optional()
    .meta({ description: 'May be repeated' }),
  metadata: Text.meta({ description: 'JSON text of an object of texts, numbers, true and false' }),
  sequence_number: Text,
  sequence_size: Text,
  inference_id: Text,
})

/** Documents the form; it is read as a stream. */
export const UploadForm = z
  .object({
    file: z.file().optional(),
    image: z.string().optional().meta({ description: 'Address of an image to fetch, instead of a file' }),
    name: z.string().optional(),
    split: z.enum(['train', 'valid', 'test']).optional(),
    batch: z.string().optional(),
    tag: z.array(z.string()).optional(),
    metadata: z.string().optional().meta({ description: 'JSON text of an object of texts, numbers, true and false' }),
    sequence_number: z.int().optional().meta({ description: 'Place in a sequence of images, from 0' }),
    sequence_size: z.int().default(100_000),
    inference_id: z.string().optional(),
  })
  .meta({ id: 'PictureForm' })

export const UploadedBody = z
  .union([
    z.object({ success: z.literal(true), id: z.string() }),
    z.object({ duplicate: z.literal(true), id: z.string(), message: z.string() }),
  ])
  .meta({ id: 'UploadedPicture' })

export const ImagesBody = z.object({ images: z.array(z.string()) }).meta({ id: 'Images' })

export const PurgedBody = z
  .object({
    deletedSources: z.int(),
    skippedSources: z.int().meta({ description: 'Images that a project or a version holds, and unknown ones' }),
    deleted: z.int(),
    skipped: z.int(),
  })
  .meta({ id: 'DeletedImages' })

/** Clients send `jobName` beside a batch; an annotation file makes no job, so it changes nothing. */
export const AnnotateQuery = z.object({
  name: Text,
  overwrite: Text,
  prediction: Text.meta({
    description: '`true`: what a model says. It waits on the image for a person, and is no label',
  }),
  source: Text.meta({ description: 'With `prediction`: the name of the model, whose former predictions are replaced' }),
  jobName: Text,
})

const ClassText = z.union([z.string(), z.number()])
const Names = z.union([recordOf(ClassText), z.array(ClassText)])

/** Class names by number, as an object, a list, or either of them under `names` as in data.yaml. */
const Labelmap = z.union([z.object({ names: Names }), Names])

/** As clients send it; they may also send the text of the file bare. */
export const AnnotateBody = z
  .object({ annotationFile: z.string(), labelmap: Labelmap.nullish() })
  .meta({ id: 'AnnotationUpload' })

/** The same as its reader answers it: with maps in place of objects. */
export const ReadAnnotateBody = z.object({
  annotationFile: z.union([z.string(), z.array(z.string())]),
  labelmap: z
    .unknown()
    .optional()
    .transform((given, context) => {
      const names = readLabelmap(given ?? [])
      if (names === undefined) context.addIssue({ code: 'custom', message: 'is not understood' })
      return names ?? z.NEVER
    }),
})

/** Class names by number; undefined where there is something else in it. */
function readLabelmap(given: unknown): ReadonlyMap<string, string> | undefined {
  const inner: unknown = given instanceof Map ? given.get('names') : undefined
  const listed = typeof inner === 'object' ? inner : given
  if (!(listed instanceof Map || Array.isArray(listed))) return undefined
  const names = new Map<string, string>()
  for (const [number, name] of listed.entries()) {
    if (typeof name !== 'string' && typeof name !== 'number') return undefined
    names.set(String(number), String(name))
  }
  return names
}

export const AnnotatedBody = z
  .object({
    success: z.literal(true),
    leftOut: z.array(z.string()).optional().meta({
      description: 'Attributes that classes have no place for, and class names that became one class, a sentence each',
    }),
  })
  .meta({ id: 'Annotated' })

/** Fields of an annotation besides its class and place. */
const said = {
  attributes: z
    .record(z.string(), z.union([z.boolean(), z.number(), z.string()]))
    .optional()
    .meta({ description: 'By the names of attributes and choices; absent where nothing is said' }),
  marks: StationMarks.optional().meta({
    description:
      'What stations of Tessera tell each other: identifier, drawing order, lock, group, and attributes by their identifiers. ' +
      'Sent back in COCO under `tessera`, the label is the same one and keeps all of it',
  }),
}

const LabelledObject = z.object({
  ...said,
  label: z.string(),
  x: z.number().meta({ description: 'Centre, in pixels' }),
  y: z.number(),
  width: z.number(),
  height: z.number(),
  type: z.enum(['polygon', 'keypoints', 'rotated-box', 'polyline', 'point', 'mask']).optional().meta({
    description: 'A box where it is absent; x, y, width and height are those of the box around any other kind',
  }),
  points: z
    .array(z.tuple([z.number(), z.number()]))
    .optional()
    .meta({ description: "Outline or line; of a rotated box its corners, clockwise from the object's top left" }),
  rings: z
    .array(z.array(z.tuple([z.number(), z.number()])))
    .optional()
    .meta({ description: 'All outlines of an object with parts or holes' }),
  mask: z
    .object({ size: z.tuple([z.int(), z.int()]), counts: z.string() })
    .optional()
    .meta({ description: "Of a mask: height and width of the image, and COCO's compressed run lengths" }),
  keypoints: z
    .array(
      z.object({
        name: z.string(),
        x: z.number(),
        y: z.number(),
        visibility: z.union([z.literal(0), z.literal(1), z.literal(2)]),
      }),
    )
    .optional()
    .meta({
      description:
        'The points of an object in the order of its class; visibility as in COCO: 0 missing, 1 hidden, 2 visible',
    }),
  edges: z
    .array(z.tuple([z.int(), z.int()]))
    .optional()
    .meta({ description: 'Which points a line joins, by their places' }),
})

const AboutImage = {
  classes: z.array(z.string()).optional().meta({ description: 'Classes of the image as a whole' }),
  wholes: z
    .array(z.object({ label: z.string(), ...said }))
    .optional()
    .meta({ description: 'The same with what they say' }),
  texts: z
    .array(z.object({ prefix: z.string(), suffix: z.string(), ...said }))
    .optional()
    .meta({ description: 'Texts about the image: what is asked, and what is answered' }),
}

const PredictedObject = LabelledObject.extend({
  confidence: z.number().nullable().meta({ description: 'From 0 to 1; null when the file did not tell' }),
  source: z.string().meta({ description: 'Name of the model; empty when it was not told' }),
})

export const ImageBody = z
  .object({
    image: z.object({
      id: z.string(),
      name: z.string(),
      split: z.string(),
      labels: z.array(z.string()),
      tags: z.array(z.string()),
      user_metadata: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
      created: Seconds,
      annotation: z
        .object({ key: z.string(), width: z.int(), height: z.int(), boxes: z.array(LabelledObject), ...AboutImage })
        .optional()
        .meta({ description: 'Absent while nobody has labelled the image' }),
      predictions: z.array(PredictedObject).meta({
        description: 'What models propose and nobody has accepted or rejected yet; no labels',
      }),
      width: z.int(),
      height: z.int(),
      keepsMarks: z
        .boolean()
        .optional()
        .meta({ description: 'With `marks=true`: whether annotation files may say what `marks` do' }),
      source_url: z.string().optional().meta({ description: 'Where the image was fetched from, when it was not sent' }),
      urls: z.object({
        original: z.string(),
        thumb: z.string(),
        annotation: z.string().optional().meta({
          description: 'A drawing of the labels as SVG, in the size of the image; absent as `annotation` is',
        }),
      }),
    }),
  })
  .meta({ id: 'Image' })
