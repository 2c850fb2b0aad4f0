import type { ProjectType } from '#common/contract/projects'
import { benchmarker } from './benchmarker.ts'
import { camVid } from './camvid.ts'
import { cityscapes } from './cityscapes.ts'
import { clip } from './clip.ts'
import { coco, cocoRle, cocoSegmentation } from './coco.ts'
import { cocoPanoptic } from './coco-panoptic.ts'
import { createMl } from './createml.ts'
import { cvat } from './cvat.ts'
import { cvatYolo } from './cvat-yolo.ts'
import { darknet } from './darknet.ts'
import { datumaro } from './datumaro.ts'
import type { Exporter } from './define.ts'
import { dota } from './dota.ts'
import { fiftyOne } from './fiftyone.ts'
import { fiftyOneDataset } from './fiftyone-dataset.ts'
import { folder, yolov8Cls } from './folder.ts'
import { icdar } from './icdar.ts'
import { imageNet } from './imagenet.ts'
import { florence2, jsonl } from './jsonl.ts'
import { retinanet, yoloKeras, yolov4Pytorch } from './keras.ts'
import { kitti } from './kitti.ts'
import { labelStudio } from './label-studio.ts'
import { labelme } from './labelme.ts'
import { multiclass } from './multiclass.ts'
import { ndjson } from './ndjson.ts'
import { openAi } from './openai.ts'
import { openImages } from './openimages.ts'
import { yolov5Obb, yolov8Obb } from './oriented.ts'
import { pngMask } from './png-mask.ts'
import { sam } from './sam.ts'
import { tensorflow } from './tensorflow.ts'
import { tfrecord } from './tfrecord.ts'
import { via } from './via.ts'
import { voc } from './voc.ts'
import { vocSegmentation } from './voc-segmentation.ts'
import { widerFace } from './wider-face.ts'
import { yolo26, yolov4Scaled, yolov5, yolov7, yolov8, yolov9, yolov10, yolov11, yolov12 } from './yolo.ts'
import { yolov6 } from './yolov6.ts'

/** Every format, in display order. */
export const EXPORTERS: readonly Exporter[] = [
  coco,
  cocoSegmentation,
  pngMask,
  vocSegmentation,
  camVid,
  cityscapes,
  cocoPanoptic,
  yolov8,
  yolov11,
  yolov12,
  yolo26,
  yolov10,
  yolov9,
  yolov7,
  yolov5,
  yolov4Scaled,
  yolov6,
  darknet,
  cvatYolo,
  yolov8Obb,
  yolov5Obb,
  dota,
  yolov4Pytorch,
  yoloKeras,
  voc,
  createMl,
  labelme,
  labelStudio,
  via,
  cvat,
  kitti,
  tensorflow,
  tfrecord,
  retinanet,
  benchmarker,
  widerFace,
  icdar,
  folder,
  yolov8Cls,
  imageNet,
  multiclass,
  clip,
  jsonl,
  florence2,
  openAi,
  ndjson,
  datumaro,
  fiftyOne,
  fiftyOneDataset,
  openImages,
  sam,
  cocoRle,
]

/** Returns the formats that support a project type. */
export function exportersFor(type: ProjectType): readonly Exporter[] {
  return EXPORTERS.filter(({ tasks }) => tasks[type] !== undefined)
}
