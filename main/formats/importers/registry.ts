import type { DatasetImporter } from '#core/datasets/ports'
import { coco } from './coco.ts'
import { cvat } from './cvat.ts'
import { labelme } from './labelme.ts'
import { pngMask } from './png-mask.ts'
import { vocSegmentation } from './voc-segmentation.ts'
import { darknet, yolo } from './yolo.ts'

/** Every kind of data set that can be taken in. Of those that know label files among the files the first is most likely meant. */
export const IMPORTERS: readonly DatasetImporter[] = [
  // Masks say more than the boxes that lie beside them.
  ...[vocSegmentation, pngMask, labelme, cvat],
  ...[coco, yolo, darknet],
]
