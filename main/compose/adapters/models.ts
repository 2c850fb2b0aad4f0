import { join } from 'node:path'
import type { PromptableSegmenter } from '#core/annotation/predictions/ports'
import type { InstalledModel } from '#core/models/inference/ports'
import { builtInOcr } from '#inference/models/tesseract/built-in'
import { chooseSegmenter } from '#inference/segmenter'
import { classicSegmenter } from '#segment/segmenter'
import type { ShellPorts } from '../ports.ts'
import { modelsForReading } from '../stores/read-only.ts'
import type { Shelter } from '../stores/shelter.ts'
import { keepModels, type ModelKeeping } from './model-keeping.ts'

/** The models of the library, and what runs them. */
export interface ModelAdapters extends ModelKeeping {
  /** Models that come with the program. */
  readonly builtIns?: readonly InstalledModel[]
  readonly segmenter: PromptableSegmenter
}

/** Room on disk for what models made of images: some 230 of SAM 2. */
const EMBEDDING_BYTES = 2 * 1024 ** 3

/** Opens the models of a library; of a read-only one, so that nothing is written. */
export function openModels(ports: ShellPorts, { folder, readOnly }: Shelter, cores: number): ModelAdapters {
  const { segmentWorker, log, inference } = ports
  const keeping = keepModels({ ...ports, mirror: inference.modelMirror, ownFolder: folder }, cores)
  const kept = modelsForReading(keeping, readOnly?.refuse)
  const segmenter = chooseSegmenter({
    runtime: kept.runtime,
    shelf: kept.models,
    classic: classicSegmenter(segmentWorker === undefined ? {} : { workerUrl: segmentWorker }),
    embeddings: { folder: join(folder, 'cache', 'embeddings'), mostBytes: EMBEDDING_BYTES },
    warn: (message) => log.warn(message),
  })
  return { ...kept, builtIns: [builtInOcr], segmenter }
}
