import type { InstalledModel } from '#core/models/inference/ports'
import type { DescribedModel } from '../model-folder.ts'
import { installedModel } from '../model-host.ts'
import { yoloDetector } from './detector.ts'
import { slowDetector } from './slow.ts'

/** Returns the input specification of a YOLO export. */
export function yoloInput(side: number) {
  const none: [number, number, number] = [0, 0, 0]
  const one: [number, number, number] = [1, 1, 1]
  const frame = { width: side, height: side, resize: 'letterbox' as const, padding: 114 }
  return { ...frame, channels: 'rgb' as const, divisor: 255, mean: none, std: one }
}

/** Installs a detector of red and green rectangles with a dynamic batch size. */
export function installedDetector(id = 'toys/1', side = 64): Promise<InstalledModel> {
  return installed(id, side, yoloDetector({ side, batch: 'batch' }))
}

/** Does the same with a run of about this many seconds on one core. */
export function installedSlowDetector(seconds: number, id = 'toys/slow'): Promise<InstalledModel> {
  return installed(id, 640, slowDetector(seconds))
}

/** Returns the description of a toy detector for its manifest. */
export function describedDetector(id: string, side: number): DescribedModel {
  const described = { id, task: 'object-detection' as const, family: 'yolo' as const, classNames: ['red', 'green'] }
  return { ...described, input: yoloInput(side) }
}

function installed(id: string, side: number, bytes: Uint8Array): Promise<InstalledModel> {
  return installedModel(describedDetector(id, side), { model: ['model.onnx', bytes] })
}
