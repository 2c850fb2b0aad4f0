import { z } from 'zod'

const RegistryEntry = z
  .object({
    model_id: z.string(),
    task_type: z.string(),
    batch_size: z.int().nullable(),
    input_height: z.int().nullable(),
    input_width: z.int().nullable(),
    vram_bytes: z.int().nullable(),
    request_aliases: z.array(z.string()),
    request_paths: z.array(z.string()),
  })
  .meta({ id: 'LoadedModel' })

export const RegistryBody = z.object({ models: z.array(RegistryEntry) }).meta({ id: 'ModelRegistry' })
