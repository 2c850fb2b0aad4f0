import { z } from 'zod'
import { Base, ImageInput, ModelName } from './kit.ts'

export const ReconstructionBody = z
  .object({
    ...Base,
    image: ImageInput,
    mask_input: z.unknown().meta({
      description: 'Polygon x1, y1, …; base64 text of a binary mask; run lengths `{size, counts}`; or a list of these',
    }),
    model_id: ModelName,
    output_meshes: z.boolean().default(true),
    output_scene: z.boolean().default(true),
    with_mesh_postprocess: z.boolean().default(true),
    with_texture_baking: z.boolean().default(true),
    use_distillations: z.boolean().default(false),
  })
  .meta({ id: 'ReconstructionRequest' })
export type ReconstructionBody = z.output<typeof ReconstructionBody>
