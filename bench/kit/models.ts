import { join } from 'node:path'
import { addToLibrary } from '#test/kit/model-folder'
import { heavyDetector } from '#test/kit/toy-models/heavy-detector'
import { describedDetector } from '#test/kit/toy-models/installed'

/** The detector of the figures: about a gigaflop at 640 × 640. */
export const DETECTOR = { id: 'bench/1', side: 640 }

/** Installs the detector in a library that no station has open; returns the path of its network. */
export async function addDetector(library: string): Promise<string> {
  const { id, side } = DETECTOR
  const bytes = heavyDetector({ side, gigaflops: 1, batch: 'batch' })
  const { folder } = await addToLibrary(library, describedDetector(id, side), { model: ['model.onnx', bytes] })
  return join(folder, 'model.onnx')
}
