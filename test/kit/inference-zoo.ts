import type { DescribedModel, ModelContents } from './model-folder.ts'
import { classMaps } from './toy-models/class-maps.ts'
import { classScores } from './toy-models/class-scores.ts'
import { yoloDetector } from './toy-models/detector.ts'
import { describedDetector, yoloInput } from './toy-models/installed.ts'
import { uslsToy } from './toy-models/sam/concepts.ts'
import { samexporterToy } from './toy-models/sam/layouts.ts'
import { CLIP_PIXELS, imageTower, PERCEPTION_PIXELS, textTower } from './toy-models/text/clip-towers.ts'
import { dinoDetector } from './toy-models/text/dino-detector.ts'
import {
  LETTERS_LISTED,
  lineFinder,
  lineStripeReader,
  stripeReader,
  wordFinder,
} from './toy-models/text/ocr-networks.ts'
import { bertFile, bertIds } from './toy-models/text/tokenizer-bert.ts'
import { clipFiles, clipVocabulary } from './toy-models/text/tokenizer-clip.ts'
import { type YoloToy, yoloToy } from './toy-models/yolo-toy.ts'

/** A model to install in a library. */
type ZooModel = readonly [described: DescribedModel, files: ModelContents]

const WORDS = clipVocabulary(['red', 'green', 'blue', 'white', 'a', 'car', 'of'])
const CLASSES = bertIds(['red', 'green', 'blue', 'car', 'big'])

/** One toy model of each task and family. All of them detect colors. */
export const ZOO = {
  detector: (id = 'toys/1'): ZooModel => [
    describedDetector(id, 64),
    oneFile(yoloDetector({ side: 64, batch: 'batch' })),
  ],
  masks: () => yolo('toys/masks', { layout: 'v8', task: 'instance-segmentation' }),
  keypoints: () => yolo('toys/points', { layout: 'v8', task: 'keypoint-detection' }),
  classifier: (task: 'classification' | 'multi-label-classification' = 'classification'): ZooModel => [
    {
      id: `toys/${task}`,
      task,
      family: 'classifier',
      classNames: ['red', 'green', 'blue'],
      input: { ...yoloInput(64), resize: 'stretch' },
    },
    oneFile(classScores()),
  ],
  semantic: (): ZooModel => [
    {
      id: 'toys/semantic',
      task: 'semantic-segmentation',
      family: 'semantic',
      classNames: ['background', 'red', 'green'],
      input: { ...yoloInput(64), resize: 'stretch' },
    },
    oneFile(classMaps()),
  ],
  clip: (id = 'clip/ViT-B-16'): ZooModel => [
    { id, task: 'embedding', family: 'clip', layout: 'pair' },
    {
      visual: ['visual.onnx', imageTower({ side: 32, pixels: CLIP_PIXELS })],
      textual: ['textual.onnx', textTower({ vocabulary: WORDS })],
      tokenizer: ['tokenizer.json', clipFiles(WORDS).tokenizer],
    },
  ],
  perception: (id = 'perception_encoder/PE-Core-L14-336'): ZooModel => [
    { id, task: 'embedding', family: 'perception-encoder' },
    {
      visual: ['visual.onnx', imageTower({ side: 32, pixels: PERCEPTION_PIXELS })],
      textual: ['textual.onnx', textTower({ vocabulary: WORDS })],
      tokenizer: ['tokenizer.json', clipFiles(WORDS).tokenizer],
    },
  ],
  grounding: (id = 'grounding_dino/default'): ZooModel => [
    { id, task: 'zero-shot-detection', family: 'grounding-dino', layout: 'transformers' },
    {
      model: ['model.onnx', dinoDetector({ vocabulary: CLASSES })],
      tokenizer: ['tokenizer.json', bertFile(CLASSES)],
    },
  ],
  docTr: (id = 'doctr/default'): ZooModel => [
    { id, task: 'ocr', family: 'doctr', layout: 'ctc' },
    {
      detection: ['detection.onnx', wordFinder(256)],
      recognition: ['recognition.onnx', stripeReader()],
      vocabulary: ['vocabulary.txt', new TextEncoder().encode('rgbcmy\n')],
    },
  ],
  ppOcr: (id = 'pp-ocr/toy'): ZooModel => [
    { id, task: 'ocr', family: 'pp-ocr', layout: 'ctc' },
    {
      detection: ['det.onnx', lineFinder()],
      recognition: ['rec.onnx', lineStripeReader({ characters: LETTERS_LISTED })],
    },
  ],
  sam: (id = 'sam2/hiera_tiny'): ZooModel => [
    { id, task: 'unsupervised-segmentation', family: 'sam' },
    samexporterToy(),
  ],
  concepts: (id = 'sam3/sam3_final'): ZooModel => [
    { id, task: 'unsupervised-segmentation', family: 'sam3-concept' },
    uslsToy(),
  ],
}

function yolo(id: string, toy: YoloToy): ZooModel {
  const { layout, task = 'object-detection' } = toy
  const described = { id, task, family: 'yolo' as const, layout, classNames: ['red', 'green'] }
  const keypoints =
    task === 'keypoint-detection'
      ? ['red', 'green'].map((className) => ({ className, points: ['first', 'last', 'never'], edges: [] }))
      : undefined
  return [{ ...described, ...(keypoints && { keypoints }) }, oneFile(yoloToy(toy))]
}

function oneFile(bytes: Uint8Array): ModelContents {
  return { model: ['model.onnx', bytes] }
}
