import type { ProjectType } from '#common/contract/projects'
import { benchmarker } from './benchmarker.ts'
import { clip } from './clip.ts'
import { coco, cocoRle, cocoSegmentation } from './coco.ts'
import { createMl } from './createml.ts'
import { darknet } from './darknet.ts'
import type { Exporter } from './define.ts'
import { folder } from './folder.ts'
import { florence2, jsonl } from './jsonl.ts'
import { retinanet, yoloKeras, yolov4Pytorch } from './keras.ts'
import { datumaro } from './manifests/datumaro.ts'
import { fiftyOne } from './manifests/fiftyone.ts'
import { ndjson } from './manifests/ndjson.ts'
import { openAi } from './manifests/openai.ts'
import { openImages } from './manifests/openimages.ts'
import { sam } from './manifests/sam.ts'
import { multiclass } from './multiclass.ts'
import { yolov5Obb, yolov8Obb } from './oriented.ts'
import { pngMask } from './png-mask.ts'
import { cvat } from './scenes/cvat.ts'
import { dota } from './scenes/dota.ts'
import { kitti } from './scenes/kitti.ts'
import { labelme } from './scenes/labelme.ts'
import { vocSegmentation } from './scenes/voc-segmentation.ts'
import { tensorflow } from './tensorflow.ts'
import { tfrecord } from './tfrecord.ts'
import { voc } from './voc.ts'
import { yolo26, yolov4Scaled, yolov5, yolov7, yolov8, yolov9, yolov11, yolov12 } from './yolo.ts'
import { yolov6 } from './yolov6.ts'

/** Every format, in the order in which people see them. */
export const EXPORTERS: readonly Exporter[] = [
  ...[coco, cocoSegmentation, pngMask, vocSegmentation],
  ...[yolov8, yolov11, yolov12, yolo26, yolov9, yolov7, yolov5, yolov4Scaled, yolov6, darknet],
  ...[yolov8Obb, yolov5Obb, dota, yolov4Pytorch, yoloKeras],
  ...[voc, createMl, labelme, cvat, kitti, tensorflow, tfrecord, retinanet, benchmarker],
  ...[folder, multiclass, clip, jsonl, florence2, openAi],
  ...[ndjson, datumaro, fiftyOne, openImages, sam, cocoRle],
]

/** The formats that fit a project. */
export function exportersFor(type: ProjectType): readonly Exporter[] {
  return EXPORTERS.filter(({ tasks }) => tasks[type] !== undefined)
}
