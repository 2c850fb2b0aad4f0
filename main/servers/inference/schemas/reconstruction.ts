import { z } from 'zod'
import { Base, ImageInput, ModelName, orElse } from './kit.ts'

export const ReconstructionBody = z
  .object({
    ...Base,
    image: ImageInput,
    mask_input: z.unknown().meta({
      description: 'Polygon x1, y1, …; base64 text of a binary mask; run lengths `{size, counts}`; or a list of these',
    }),
    model_id: ModelName,
    output_meshes: orElse(z.boolean(), true),
    output_scene: orElse(z.boolean(), true),
    with_mesh_postprocess: orElse(z.boolean(), true),
    with_texture_baking: orElse(z.boolean(), true),
    use_distillations: orElse(z.boolean(), false),
  })
  .meta({ id: 'ReconstructionRequest' })
export type ReconstructionBody = z.output<typeof ReconstructionBody>
