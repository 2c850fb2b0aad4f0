import { z } from 'zod'
import type { ModelFamily, ModelInput } from '#common/inference/manifest'
import { namesIn } from './class-names.ts'
import type { ModelFacts } from './facts.ts'

const Config = z.looseObject({
  model_type: z.string().optional(),
  id2label: z.unknown(),
  problem_type: z.string().nullish(),
})

/** Families by what `config.json` calls the model; only where tensors leave more than one. */
const FAMILIES: Readonly<Record<string, ModelFamily>> = {
  detr: 'detr',
  conditional_detr: 'detr',
  deformable_detr: 'detr',
  rt_detr: 'detr',
  rt_detr_v2: 'detr',
  d_fine: 'detr',
  rf_detr: 'detr',
  yolos: 'detr',
  vit: 'classifier',
  resnet: 'classifier',
  mobilenet_v2: 'classifier',
  convnext: 'classifier',
  swin: 'classifier',
  segformer: 'semantic',
  sam: 'sam',
  sam2: 'sam',
  edgetam: 'sam',
  sam3_tracker: 'sam',
  clip: 'clip',
  'grounding-dino': 'grounding-dino',
}

/** Facts from the `config.json` of a folder of transformers. */
export function configFacts(json: unknown): ModelFacts {
  const { model_type: modelType, id2label, problem_type: kind } = Config.safeParse(json).data ?? {}
  const family = modelType === undefined ? undefined : FAMILIES[modelType]
  return {
    ...(family && { family }),
    ...(modelType && { modelType }),
    ...labelsOf(id2label),
    ...(kind && { isMultiLabel: kind === 'multi_label_classification' }),
  }
}

function labelsOf(id2label: unknown): ModelFacts {
  const classNames = namesIn(id2label)
  // An exporter that knows no names writes these.
  const isPlaceholder = classNames?.every((name, place) => name === `LABEL_${place}`) === true
  return classNames && !isPlaceholder ? { classNames } : {}
}

const Side = z.int().min(1).max(8192)
const Sized = z.union([
  z
    .looseObject({ height: Side, width: Side })
    .transform(({ height, width }) => ({ height, width, kind: 'both' as const })),
  z
    .looseObject({ longest_edge: Side, shortest_edge: z.undefined().optional() })
    .transform(({ longest_edge: side }) => ({
      height: side,
      width: side,
      kind: 'longest' as const,
    })),
  z.looseObject({ shortest_edge: Side }).transform(({ shortest_edge: side }) => ({
    height: side,
    width: side,
    kind: 'shortest' as const,
  })),
  Side.transform((side) => ({ height: side, width: side, kind: 'shortest' as const })),
])
const Channels = z.tuple([z.number(), z.number(), z.number()])
const Positive = z.tuple([z.number().positive(), z.number().positive(), z.number().positive()])

const Preprocessor = z.looseObject({
  size: Sized.optional().catch(undefined),
  crop_size: Sized.optional().catch(undefined),
  pad_size: Sized.optional().catch(undefined),
  do_center_crop: z.boolean().nullish(),
  do_rescale: z.boolean().nullish(),
  rescale_factor: z.number().positive().nullish(),
  do_normalize: z.boolean().nullish(),
  do_pad: z.boolean().nullish(),
  image_mean: Channels.nullish().catch(undefined),
  image_std: Positive.nullish().catch(undefined),
})
type Preprocessor = z.infer<typeof Preprocessor>

/** Facts from `preprocessor_config.json` about how an image is brought into the frame. */
export function preprocessorFacts(json: unknown): ModelFacts {
  const wanted = Preprocessor.safeParse(json).data
  return wanted ? { input: { ...frameOf(wanted), ...valuesOf(wanted) } } : {}
}

function frameOf({ size, crop_size: crop, pad_size: pad, ...does }: Preprocessor): Partial<ModelInput> {
  if (size === undefined) return {}
  if (does.do_center_crop === true && crop) return sided(crop, 'cover')
  switch (size.kind) {
    case 'both':
      return sided(size, does.do_pad === true && pad ? 'pad-end' : 'stretch')
    case 'longest':
      return sided(pad ?? size, 'pad-end')
    case 'shortest':
      // The frame follows the image.
      return {}
  }
}

function sided({ width, height }: z.infer<typeof Sized>, resize: ModelInput['resize']): Partial<ModelInput> {
  return { width, height, resize }
}

function valuesOf(wanted: Preprocessor): Partial<ModelInput> {
  const { do_rescale: isRescaled, rescale_factor: factor, do_normalize: isNormalised, image_mean, image_std } = wanted
  const divisor = isRescaled === false ? 1 : 1 / (factor ?? 1 / 255)
  if (isNormalised === false) return { divisor: rounded(divisor), mean: [0, 0, 0], std: [1, 1, 1] }
  return {
    divisor: rounded(divisor),
    ...(image_mean && image_std && { mean: image_mean, std: image_std }),
  }
}

/** 255 is written as its fraction, which does not come back exactly. */
function rounded(divisor: number): number {
  return Math.abs(divisor - Math.round(divisor)) < 1e-6 ? Math.round(divisor) : divisor
}
