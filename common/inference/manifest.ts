import { z } from 'zod'
import { Preprocessing } from '../versions/preprocessing.ts'

/** Tasks of models. The words are those of the inference server's registry. */
export const MODEL_TASKS = [
  'object-detection',
  'instance-segmentation',
  'keypoint-detection',
  'classification',
  'multi-label-classification',
  'semantic-segmentation',
  'embedding',
  'zero-shot-detection',
  'unsupervised-segmentation',
  'ocr',
] as const
export type ModelTask = (typeof MODEL_TASKS)[number]

/** Models that take and give the same tensors, up to their layouts. */
export const MODEL_FAMILIES = [
  'yolo',
  'detr',
  'classifier',
  'semantic',
  'clip',
  'perception-encoder',
  'grounding-dino',
  'doctr',
  'pp-ocr',
  'tesseract',
  'sam',
  'sam3-concept',
] as const
export type ModelFamily = (typeof MODEL_FAMILIES)[number]

/**
 * Two names with a slash between them: `<project>/<version>`, or the family's id such as `sam2/hiera_tiny`. They are names of folders
 * too, so each begins with a letter, a digit or an underscore, and none ends with a dot.
 */
export const ModelId = z
  .string()
  .max(200)
  .regex(/^[\p{L}\p{N}_]([\p{L}\p{N}_. -]*[\p{L}\p{N}_-])?\/[\p{L}\p{N}_]([\p{L}\p{N}_. -]*[\p{L}\p{N}_-])?$/u)

/** How an image is brought into the frame that a model looks at. */
export const RESIZE_MODES = [
  /** Both sides are scaled on their own. */
  'stretch',
  /** The proportions stay; the rest is filled on both sides alike. */
  'letterbox',
  /** The proportions stay; the rest is filled on the right and below. */
  'pad-end',
  /** The shorter side fills the frame, and the middle is cut out. */
  'cover',
  /** The middle is cut out of the image as large as it is. */
  'center-crop',
] as const
export type ResizeMode = (typeof RESIZE_MODES)[number]

const Channels = z.tuple([z.number(), z.number(), z.number()])

/** The frame of a model, and what becomes of the values 0…255 of its pixels: `(value / divisor − mean) / std`. */
export const ModelInput = z.strictObject({
  width: z.int().min(1).max(8192),
  height: z.int().min(1).max(8192),
  resize: z.enum(RESIZE_MODES),
  /** Gray value of what the image does not cover. */
  padding: z.int().min(0).max(255),
  channels: z.enum(['rgb', 'bgr']),
  divisor: z.number().positive(),
  mean: Channels,
  std: Channels,
})
export type ModelInput = z.infer<typeof ModelInput>

const Confidence = z.number().min(0).max(1)

/** Values that its maker recommends. */
const Thresholds = z.strictObject({
  /** Threshold meant by `default`. */
  confidence: Confidence.optional(),
  /** Thresholds meant by `best`: those with the highest F1, for all classes and for single ones by name. */
  best: z.strictObject({ all: Confidence, classes: z.record(z.string(), Confidence).optional() }).optional(),
})

/** The points of a class, in the order of the tensor. */
const KeypointClass = z.strictObject({
  className: z.string(),
  points: z.array(z.string()),
  edges: z.array(z.tuple([z.int(), z.int()])),
})

/** A file beside the manifest. */
const ModelFile = z.strictObject({
  /** In the folder of the model, with slashes. */
  path: z
    .string()
    .regex(/^[^\\:]+$/)
    .refine(
      (path) => path.split('/').every((part) => part !== '' && part !== '.' && part !== '..'),
      'is not a path inside the folder',
    ),
  bytes: z.int().nonnegative(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
})
export type ModelFile = z.infer<typeof ModelFile>

/** Name of the licence of a model whose files state none; stored in manifests. */
export const LICENCE_NOT_STATED = 'Not stated'

const Licence = z.strictObject({
  name: z.string(),
  url: z.string().optional(),
  /** When a person accepted it, where that is asked for. */
  acceptedAt: z.iso.datetime().optional(),
})

/** A limit of time, in seconds. */
export const RunSeconds = z.int().min(1).max(86_400)

/** The limit of one run where nobody sets another: enough for the largest models on a slow machine. */
export const RUN_SECONDS = 300

/** Description of a model in the `manifest.json` of its folder. */
export const ModelManifest = z.strictObject({
  format: z.literal(1),
  id: ModelId,
  /** Name for people. */
  name: z.string().min(1).max(200),
  task: z.enum(MODEL_TASKS),
  family: z.enum(MODEL_FAMILIES),
  /** Which of the family's tensor layouts it has; the family knows the words. */
  layout: z.string(),
  /** Files by the part they play, such as `model`, `encoder`, `decoder`, `tokenizer`; further data of a file has a role of its own. */
  files: z.record(z.string(), ModelFile),
  licence: Licence,
  /** Where it is from: an address, or the name of the file that was dropped. */
  source: z.string(),
  /** In the order of the tensor. */
  classNames: z.array(z.string()),
  /** Hexadecimal colors such as `#4892EA` by class name. */
  colours: z.record(z.string(), z.string().regex(/^#[0-9a-fA-F]{6}$/)).optional(),
  keypoints: z.array(KeypointClass).optional(),
  input: ModelInput.optional(),
  /** The steps that its training images went through, but for the resize, which `input` describes. */
  preprocessing: Preprocessing.pick({
    'auto-orient': true,
    'static-crop': true,
    contrast: true,
    grayscale: true,
  }).optional(),
  thresholds: Thresholds.optional(),
  /** The last layer is a softmax or a sigmoid already. */
  isFused: z.boolean().optional(),
  /** Longest time that loading it or one run of it may take; the station's own limit where it is not said. */
  runSeconds: RunSeconds.optional(),
  addedAt: z.iso.datetime(),
})
export type ModelManifest = z.infer<typeof ModelManifest>

/** Execution providers by which a model may run; `cpu` is always there. */
export const PROVIDERS = ['cpu', 'cuda', 'dml', 'coreml', 'webgpu'] as const
export type Provider = (typeof PROVIDERS)[number]
