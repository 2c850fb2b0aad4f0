import type { Question } from '#common/contract/models/playground'
import { imagePoint } from '#common/geometry/space'
import type { ImageSource, InputOf, PredictOptions, SkippedSteps } from '../inference/operations.ts'

type Asked<Act extends Question['act']> = Extract<Question, { readonly act: Act }>

const SKIP_NOTHING: SkippedSteps = { autoOrient: false, contrast: false, grayscale: false, staticCrop: false }

/** Defaults of the inference server for options that a request leaves out. */
const USUAL: Omit<PredictOptions, 'confidence' | 'iouThreshold'> = {
  classAgnostic: false,
  maxDetections: 300,
  maxCandidates: 3000,
  keypointConfidence: 0,
  maskDecoding: { mode: 'accurate', tradeoff: 0 },
  maskFormat: 'polygon',
  skip: SKIP_NOTHING,
}

export function predictInput(image: ImageSource, { confidence, overlap }: Asked<'predict'>): InputOf<'predict'> {
  return { images: [image], options: { ...USUAL, confidence, iouThreshold: overlap } }
}

export function groundInput(image: ImageSource, question: Asked<'ground'>): InputOf<'ground'> {
  const { words, boxThreshold, textThreshold } = question
  return { images: [image], classes: words, boxThreshold, textThreshold, classAgnostic: false, skip: SKIP_NOTHING }
}

/** One prompt of all points and the box; every guess at it. */
export function segmentInput(image: ImageSource, { points, box }: Asked<'segment'>): InputOf<'segment'> {
  const prompt = {
    ...(box && { box }),
    points: points.map(({ x, y, positive }) => ({ at: imagePoint(x, y), positive })),
  }
  return { image, prompts: [prompt], saveLogits: false, loadLogits: false, format: 'polygon', allCandidates: true }
}

/** The words one by one, each with a threshold of its own. */
export function conceptInput(image: ImageSource, { words, threshold }: Asked<'concept'>): InputOf<'segment-concepts'> {
  return { image, prompts: words.map((text) => ({ text, boxes: [], threshold })), format: 'polygon' }
}
