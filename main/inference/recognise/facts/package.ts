import { z } from 'zod'
import type { ModelInput, ModelManifest, ModelTask } from '#common/inference/manifest'
import { CONTRAST_TYPES } from '#common/versions/preprocessing'
import type { ModelFacts } from './facts.ts'

/** The words for tasks in model packages; classification with several labels is told apart elsewhere. */
const TASKS: Readonly<Record<string, ModelTask>> = {
  'object-detection': 'object-detection',
  'instance-segmentation': 'instance-segmentation',
  'keypoint-detection': 'keypoint-detection',
  classification: 'classification',
  'multi-label-classification': 'multi-label-classification',
  'semantic-segmentation': 'semantic-segmentation',
}

const Enabled = z.looseObject({ enabled: z.boolean().nullish() })
const Crop = Enabled.extend({ x_min: z.number(), x_max: z.number(), y_min: z.number(), y_max: z.number() })
const Contrast = Enabled.extend({ type: z.enum(CONTRAST_TYPES) })

/** Steps of an image before the resize; what is not understood, or switched off, is left out. */
const Steps = z.looseObject({
  'auto-orient': Enabled.nullish().catch(undefined),
  'static-crop': Crop.nullish().catch(undefined),
  contrast: Contrast.nullish().catch(undefined),
  grayscale: Enabled.nullish().catch(undefined),
})

function stepsOf(steps: z.infer<typeof Steps>): ModelManifest['preprocessing'] {
  const { 'auto-orient': orient, 'static-crop': crop, contrast, grayscale } = steps
  const isOn = (step: { enabled?: boolean | null | undefined } | null | undefined) =>
    step != null && step.enabled !== false
  return {
    ...(isOn(orient) && { 'auto-orient': true }),
    ...(crop &&
      isOn(crop) && { 'static-crop': { x_min: crop.x_min, x_max: crop.x_max, y_min: crop.y_min, y_max: crop.y_max } }),
    ...(contrast && isOn(contrast) && { contrast: { type: contrast.type } }),
    ...(isOn(grayscale) && { grayscale: true }),
  }
}

const Side = z.int().min(1).max(8192)
const Channels = z.tuple([z.number(), z.number(), z.number()])
const Positive = z.tuple([z.number().positive(), z.number().positive(), z.number().positive()])

const InferenceConfig = z.looseObject({
  image_pre_processing: Steps.nullish(),
  network_input: z
    .looseObject({
      training_input_size: z.looseObject({ height: Side, width: Side }),
      color_mode: z.enum(['rgb', 'bgr']).default('rgb'),
      resize_mode: z.string().default('stretch'),
      padding_value: z.int().min(0).max(255).nullish(),
      scaling_factor: z.number().positive().nullish(),
      normalization: z.tuple([Channels, Positive]).nullish(),
    })
    .nullish(),
  post_processing: z.looseObject({ type: z.string(), fused: z.boolean().nullish() }).nullish(),
})

/** Modes of a package; those that keep the proportions without edges become the letterbox, as a network of one size wants it. */
const RESIZES: Readonly<Record<string, ModelInput['resize']>> = {
  stretch: 'stretch',
  letterbox: 'letterbox',
  'letterbox-reflect-edges': 'letterbox',
  'fit-longer-edge': 'letterbox',
  'center-crop': 'center-crop',
}

/** `inference_config.json` of a new package. Undefined when it is not one. */
export function inferenceConfigFacts(json: unknown): ModelFacts | undefined {
  const config = InferenceConfig.safeParse(json).data
  if (config === undefined) return undefined
  const { network_input: network, image_pre_processing: steps, post_processing: post } = config
  return {
    ...(network && { input: inputOf(network) }),
    ...(steps && { preprocessing: stepsOf(steps) }),
    ...endingOf(post?.type, post?.fused),
  }
}

/** Classifiers end in one of two ways, which may be a part of the network. */
function endingOf(type: string | undefined, isFused: boolean | null | undefined): ModelFacts {
  if (type !== 'softmax' && type !== 'sigmoid') return {}
  return { isMultiLabel: type === 'sigmoid', ...(isFused != null && { isFused }) }
}

function inputOf(network: NonNullable<z.infer<typeof InferenceConfig>['network_input']>): Partial<ModelInput> {
  const { training_input_size: size, color_mode: channels, resize_mode: mode, normalization, ...rest } = network
  const [mean, std] = normalization ?? [
    [0, 0, 0],
    [1, 1, 1],
  ]
  return {
    width: size.width,
    height: size.height,
    channels,
    mean,
    std,
    resize: RESIZES[mode] ?? 'stretch',
    padding: rest.padding_value ?? (mode === 'fit-longer-edge' ? 127 : 0),
    divisor: rest.scaling_factor ?? 1,
  }
}

const ModelConfig = z.looseObject({ task_type: z.string().nullish(), project_task_type: z.string().nullish() })

/** `model_config.json` of a new package, `model_type.json` of an old one. */
export function modelConfigFacts(json: unknown): ModelFacts {
  const { task_type: task, project_task_type: old } = ModelConfig.safeParse(json).data ?? {}
  const found = TASKS[task ?? old ?? '']
  return found ? { task: found } : {}
}

const Keypoints = z.array(
  z.looseObject({
    object_class_id: z.int().nonnegative(),
    keypoints: z.record(z.string(), z.string()),
    edges: z.array(z.looseObject({ from: z.int(), to: z.int() })).default([]),
  }),
)

/** `keypoints_metadata.json`: names of points and their edges, by the number of a class. */
export function keypointFacts(json: unknown, classNames: readonly string[]): ModelFacts {
  const classes = Keypoints.safeParse(json).data
  if (classes === undefined) return {}
  const keypoints = classes.flatMap(({ object_class_id: id, keypoints: points, edges }) => {
    const className = classNames[id]
    const ordered = Object.entries(points).toSorted(([one], [other]) => Number(one) - Number(other))
    if (className === undefined) return []
    const pairs = edges.map(({ from, to }): [number, number] => [from, to])
    return [{ className, points: ordered.map(([, name]) => name), edges: pairs }]
  })
  return { keypoints }
}

const OldEnvironment = z.looseObject({
  PREPROCESSING: z.union([z.string(), z.looseObject({})]),
  CLASS_MAP: z.record(z.string(), z.string()).nullish(),
  COLORS: z.record(z.string(), z.string()).nullish(),
  MULTICLASS: z.boolean().nullish(),
  RESOLUTION: z.union([Side, z.tuple([Side, Side])]).nullish(),
})
const OldSteps = Steps.extend({
  resize: z
    .looseObject({ format: z.string().default('Stretch to'), width: z.coerce.number(), height: z.coerce.number() })
    .nullish()
    .catch(undefined),
})

/** Wordings of versions; those without edges of their own had black ones in the old engine. */
const OLD_RESIZES: Readonly<Record<string, Pick<ModelInput, 'resize' | 'padding'>>> = {
  'Stretch to': { resize: 'stretch', padding: 0 },
  'Fit (white edges) in': { resize: 'letterbox', padding: 255 },
  'Fit (grey edges) in': { resize: 'letterbox', padding: 114 },
  'Fit (black edges) in': { resize: 'letterbox', padding: 0 },
  'Fit (reflect edges) in': { resize: 'letterbox', padding: 0 },
  'Fit within': { resize: 'letterbox', padding: 0 },
  'Fill (with center crop) in': { resize: 'letterbox', padding: 0 },
}

/** `environment.json` of an old package. Undefined when it is not one. */
export function environmentFacts(json: unknown): (ModelFacts & { readonly classMap?: unknown }) | undefined {
  const old = OldEnvironment.safeParse(json).data
  const steps = old && OldSteps.safeParse(parsed(old.PREPROCESSING)).data
  if (old === undefined || steps === undefined) return undefined
  const colours = Object.entries(old.COLORS ?? {}).filter(([, colour]) => /^#[0-9a-fA-F]{6}$/.test(colour))
  return {
    preprocessing: stepsOf(steps),
    ...(old.CLASS_MAP && { classMap: old.CLASS_MAP }),
    ...(colours.length > 0 && { colours: Object.fromEntries(colours) }),
    ...(old.MULTICLASS != null && { isMultiLabel: old.MULTICLASS }),
    input: { ...oldResize(steps), ...oldResolution(old.RESOLUTION) },
  }
}

function oldResize({ resize }: z.infer<typeof OldSteps>): Partial<ModelInput> {
  if (resize == null) return {}
  const mode = OLD_RESIZES[resize.format] ?? { resize: 'stretch', padding: 0 }
  const size = z.object({ width: Side, height: Side }).safeParse(resize).data
  return { ...mode, ...size }
}

function oldResolution(resolution: z.infer<typeof OldEnvironment>['RESOLUTION']): Partial<ModelInput> {
  if (resolution == null) return {}
  const [width, height] = typeof resolution === 'number' ? [resolution, resolution] : resolution
  return { width, height }
}

function parsed(value: unknown): unknown {
  if (typeof value !== 'string') return value
  try {
    return JSON.parse(value)
  } catch {
    return undefined
  }
}
