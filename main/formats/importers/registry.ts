import type { DatasetImporter } from '#core/datasets/ports'
import { coco } from './coco.ts'
import { cvat } from './cvat.ts'
import { labelme } from './labelme.ts'
import { darknet, yolo } from './yolo.ts'

/** Every kind of data set that can be taken in. Of those that know label files among the files the first is most likely meant. */
export const IMPORTERS: readonly DatasetImporter[] = [
  // A mask or a file about many pictures says more than files that may lie beside it.
  ...[labelme, cvat],
  ...[coco, yolo, darknet],
]
