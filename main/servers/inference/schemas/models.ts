import { z } from 'zod'
import { orNone } from './kit.ts'

const RegistryEntry = z
  .object({
    model_id: z.string(),
    task_type: z.string(),
    batch_size: z.int().nullable().meta({ description: 'Null: any number of images at once' }),
    input_height: z.int().nullable(),
    input_width: z.int().nullable(),
    vram_bytes: z.int().nullable(),
    request_aliases: z.array(z.string()),
    request_paths: z.array(z.string()),
  })
  .meta({ id: 'LoadedModel' })

const Bytes = z.int().nullable().meta({ description: 'Null without a graphics processor' })

export const RegistryBody = z
  .object({
    models: z.array(RegistryEntry),
    total_vram_bytes: Bytes,
    gpu_memory_used: Bytes,
    gpu_memory_total: Bytes,
    torch_cuda_allocated: Bytes,
    torch_cuda_reserved: Bytes,
    torch_cuda_allocator_cache: Bytes,
    non_torch_gpu_memory: Bytes,
  })
  .meta({ id: 'ModelRegistry' })

export const AddBody = z.object({
  model_id: z.string(),
  model_type: orNone(z.string()),
  api_key: orNone(z.string()),
})

export const RemoveBody = z.object({ model_id: z.string() })

export const LegacyPath = z.object({ dataset_id: z.string(), version_id: z.string() })

export const StartedBody = z.object({ status: z.literal(200), message: z.string() }).meta({ id: 'Started' })
