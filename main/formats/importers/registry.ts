import type { DatasetImporter } from '#core/exchange/datasets/ports'
import { adeInstances } from './benchmarks/ade/ade-instances.ts'
import { adeScenes } from './benchmarks/ade-scenes.ts'
import { ade20k } from './benchmarks/ade20k.ts'
import { mvtec } from './benchmarks/beside/mvtec.ts'
import { oxfordPets, oxfordPetsBreeds } from './benchmarks/beside/pets.ts'
import { vistas } from './benchmarks/beside/vistas.ts'
import { camVid } from './benchmarks/camvid.ts'
import { celebA } from './benchmarks/celeba.ts'
import { cityscapes } from './benchmarks/cityscapes.ts'
import { cocoPanoptic } from './benchmarks/coco-panoptic.ts'
import { cub } from './benchmarks/cub.ts'
import { icdar } from './benchmarks/icdar.ts'
import { imageNet } from './benchmarks/imagenet.ts'
import { imageNetBoxes } from './benchmarks/imagenet-boxes.ts'
import { mpii } from './benchmarks/mpii.ts'
import { pklot } from './benchmarks/pklot.ts'
import { visDrone } from './benchmarks/visdrone.ts'
import { widerFace } from './benchmarks/wider-face.ts'
import { captionTable, classTable, multiclass } from './classification-tables.ts'
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
import { masksWithClasses } from './masks-with-classes.ts'
import { masksWithoutClasses } from './masks-without-classes.ts'
import { ndjson } from './ndjson.ts'
import { oidToolkit } from './oid-toolkit.ts'
import { pngMask } from './png-mask.ts'
import { sam } from './sam.ts'
import { autoMl, benchmarker, makeSense, openImages, retinanet, tensorflow } from './tables.ts'
import { tfrecord } from './tfrecord.ts'
import { cloudAnnotations } from './tools/cloud-annotations.ts'
import { fiftyOneSamples } from './tools/fiftyone-samples.ts'
import { huggingFace, huggingFaceTexts } from './tools/hugging-face.ts'
import { labelStudio } from './tools/label-studio.ts'
import { labelStudioCsv, labelStudioMin } from './tools/label-studio-rows.ts'
import { labelbox } from './tools/labelbox.ts'
import { labelmeXml } from './tools/labelme-xml.ts'
import { prediction } from './tools/prediction.ts'
import { sageMaker } from './tools/sagemaker.ts'
import { scalabel } from './tools/scalabel.ts'
import { scale } from './tools/scale.ts'
import { superAnnotate } from './tools/superannotate.ts'
import { supervisely } from './tools/supervisely.ts'
import { unity } from './tools/unity.ts'
import { v7 } from './tools/v7.ts'
import { vertex } from './tools/vertex.ts'
import { via, via3, viaCsv } from './tools/via.ts'
import { via3Csv } from './tools/via3-csv.ts'
import { vott } from './tools/vott.ts'
import { voc } from './voc.ts'
import { vocSegmentation } from './voc-segmentation.ts'
import { darknet, yolo } from './yolo.ts'

/**
 * Every kind of dataset that can be taken in. Of those that know label files among the files the first is most likely meant:
 * masks say more than the boxes beside them, and folders, which need no label files, come after all that do. Masks that say nothing
 * come after them, and last what a model said: wherever people have labeled the images, their labels are meant.
 */
export const IMPORTERS: readonly DatasetImporter[] = [
  cocoPanoptic,
  camVid,
  adeScenes,
  adeInstances,
  ade20k,
  cityscapes,
  oxfordPets,
  oxfordPetsBreeds,
  mvtec,
  vistas,
  imageNet,
  imageNetBoxes,
  vocSegmentation,
  pngMask,
  masksWithClasses,
  labelme,
  labelmeXml,
  cvat,
  tfrecord,
  labelStudio,
  labelStudioMin,
  labelStudioCsv,
  via3,
  via,
  via3Csv,
  viaCsv,
  vott,
  supervisely,
  labelbox,
  v7,
  sageMaker,
  vertex,
  scalabel,
  huggingFaceTexts,
  huggingFace,
  ndjson,
  datumaro,
  fiftyOneSamples,
  fiftyOne,
  sam,
  coco,
  createMl,
  mpii,
  cub,
  celebA,
  widerFace,
  icdar,
  visDrone,
  yolo,
  darknet,
  dota,
  kitti,
  keras,
  voc,
  tensorflow,
  benchmarker,
  retinanet,
  openImages,
  autoMl,
  makeSense,
  multiclass,
  classTable,
  captionTable,
  pklot,
  oidToolkit,
  superAnnotate,
  cloudAnnotations,
  scale,
  unity,
  jsonl,
  openai,
  folder,
  masksWithoutClasses,
  prediction,
]
