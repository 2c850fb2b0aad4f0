import type { ProjectType } from '#common/contract/projects'
import { coco, cocoSegmentation } from './coco.ts'
import { createMl } from './createml.ts'
import { darknet } from './darknet.ts'
import type { Exporter } from './define.ts'
import { folder } from './folder.ts'
import { florence2, jsonl } from './jsonl.ts'
import { multiclass } from './multiclass.ts'
import { pngMask } from './png-mask.ts'
import { tensorflow } from './tensorflow.ts'
import { voc } from './voc.ts'
import { yolo26, yolov4Scaled, yolov5, yolov7, yolov8, yolov9, yolov11, yolov12 } from './yolo.ts'
import { yolov6 } from './yolov6.ts'

/** Every format, in the order in which people see them. */
export const EXPORTERS: readonly Exporter[] = [
  ...[coco, cocoSegmentation, pngMask],
  ...[yolov8, yolov11, yolov12, yolo26, yolov9, yolov7, yolov5, yolov4Scaled, yolov6, darknet],
  ...[voc, createMl, tensorflow, folder, multiclass, jsonl, florence2],
]

/** The formats that fit a project. */
export function exportersFor(type: ProjectType): readonly Exporter[] {
  return EXPORTERS.filter(({ tasks }) => tasks[type] !== undefined)
}
