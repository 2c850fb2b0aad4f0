import type { DatasetImporter } from '#core/datasets/ports'
import { coco } from './coco.ts'
import { createMl } from './createml.ts'
import { cvat } from './cvat.ts'
import { datumaro } from './datumaro.ts'
import { dota } from './dota.ts'
import { fiftyOne } from './fiftyone.ts'
import { folder } from './folder.ts'
import { jsonl, openai } from './jsonl.ts'
import { keras } from './keras.ts'
import { kitti } from './kitti.ts'
import { labelme } from './labelme.ts'
import { ndjson } from './ndjson.ts'
import { pngMask } from './png-mask.ts'
import { sam } from './sam.ts'
import { benchmarker, multiclass, openImages, retinanet, tensorflow } from './tables.ts'
import { tfrecord } from './tfrecord.ts'
import { voc } from './voc.ts'
import { vocSegmentation } from './voc-segmentation.ts'
import { darknet, yolo } from './yolo.ts'

/**
 * Every kind of data set that can be taken in. Of those that know label files among the files the first is most likely meant:
 * masks say more than the boxes beside them, and folders, which need no label files, come last.
 */
export const IMPORTERS: readonly DatasetImporter[] = [
  ...[vocSegmentation, pngMask, labelme, cvat, tfrecord],
  ...[ndjson, datumaro, fiftyOne, sam],
  ...[coco, createMl, yolo, darknet, dota, kitti, keras, voc],
  ...[tensorflow, benchmarker, retinanet, openImages, multiclass],
  ...[jsonl, openai, folder],
]
