import { z } from 'zod'
import { Seconds, SplitsBody } from './kit.ts'

const Steps = z
  .record(z.string(), z.unknown())
  .meta({ description: 'By step: `enabled` and the parameters of the step' })

export const VersionBody = z
  .object({
    id: z.string().meta({ description: '<workspace>/<project>/<number>' }),
    name: z.string(),
    created: Seconds,
    images: z.int(),
    splits: SplitsBody,
    preprocessing: Steps,
    augmentation: Steps,
    seed: z.string().optional().meta({ description: 'With the same seed the same images give the same version' }),
    manifest: z
      .string()
      .optional()
      .meta({ description: 'SHA-256 of the images, labels and classes of a finished version' }),
    exports: z.array(z.string()).meta({ description: 'Formats whose archives are made' }),
    generating: z.boolean(),
    progress: z.number().min(0).max(1),
  })
  .meta({ id: 'Version' })

/** The settings lie flat beside the name. A key that is not known is refused, so nothing is left out in silence. */
export const GenerateBody = z
  .looseObject({
    versionName: z.string().trim().max(120).default(''),
    preprocessing: z.unknown().optional().meta({ description: 'auto-orient, resize {width, height, format}' }),
    augmentation: z
      .unknown()
      .optional()
      .meta({ description: 'flip, rotate {degrees}, brightness {percent, brighten, darken}, image {versions}' }),
    seed: z
      .string()
      .refine((seed) => /^[0-9a-f]{32}$/.test(seed), 'must be 32 lower-case hexadecimal digits')
      .optional()
      .meta({ description: '32 lower-case hexadecimal digits; drawn when absent' }),
  })
  .meta({ id: 'Generate' })

export const GenerateAnswerBody = z
  .object({
    message: z.string(),
    version: z.int(),
    taskId: z.string().optional().meta({ description: 'The task that renders the images' }),
    url: z.string().optional().meta({ description: 'Where to follow that task' }),
  })
  .meta({ id: 'GenerateAnswer' })
