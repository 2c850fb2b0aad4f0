import type { Size } from '#common/geometry/space'
import type { ModelManifest } from '#common/inference/manifest'
import type { YoloLayout } from './layouts.ts'
import type { YoloOutputs } from './outputs.ts'

/** A YOLO model whose tensors are known. */
export interface YoloModel {
  readonly manifest: ModelManifest
  readonly layout: YoloLayout
  readonly outputs: YoloOutputs
  /** Pixels of the network's input. */
  readonly frame: Size
}
