import type { z } from 'zod'
import type { ModelTask } from '#common/inference/manifest'
import type { RegisteredModel } from '#core/models/inference/service'
import type { RegistryBody } from '../schemas/models.ts'

export function toRegistryBody(models: readonly RegisteredModel[]): z.input<typeof RegistryBody> {
  const known = models.flatMap(({ loaded }) => (loaded.vramBytes === null ? [] : [loaded.vramBytes]))
  return {
    models: models.map(toEntry),
    total_vram_bytes: known.length === 0 ? null : known.reduce((sum, bytes) => sum + bytes, 0),
    gpu_memory_used: null,
    gpu_memory_total: null,
    torch_cuda_allocated: null,
    torch_cuda_reserved: null,
    torch_cuda_allocator_cache: null,
    non_torch_gpu_memory: null,
  }
}

function toEntry({ model, loaded, aliases, paths }: RegisteredModel) {
  return {
    model_id: loaded.id,
    task_type: taskType(model.manifest.task),
    batch_size: loaded.batchSize,
    input_height: loaded.inputHeight,
    input_width: loaded.inputWidth,
    vram_bytes: loaded.vramBytes,
    request_aliases: [...aliases],
    request_paths: [...paths],
  }
}

/** Clients choose the operation by this, and know only one word for classification. */
function taskType(task: ModelTask): string {
  return task === 'multi-label-classification' ? 'classification' : task
}
