import type { ModelManifest } from '#common/inference/manifest'
import type { ClassScore, Prediction } from '#common/inference/prediction'
import { message } from '#common/messages/message'
import { ModelRunError } from '../../host/errors.ts'
import type { FamilyDefinition } from '../../host/family.ts'
import { readFloats } from '../kit/answers.ts'
import { checkedInput, imageInput } from '../kit/network-shape.ts'
import { predictor, type Seen } from '../kit/predictor.ts'
import { sigmoid, softmax } from '../kit/probability.ts'
import { thresholdsFor } from '../kit/thresholds.ts'
import { classifierLayoutOf } from './layout.ts'

/** Least confidences where neither the request nor the model says another. */
const [ONE_OF_MANY, EACH_OF_MANY] = [0.5, 0.4]

/** Networks that answer one number a class: ViT, ResNet, the classifiers of YOLO. The task says whether classes exclude each other. */
export const classifier: FamilyDefinition = {
  id: 'classifier',
  networks: ['model'],
  async open({ manifest, session: sessionOf }) {
    const session = sessionOf('model')
    const [image, recognised] = [imageInput(session), classifierLayoutOf(session)]
    if (image === undefined || recognised === undefined) {
      throw new ModelRunError(message('classifier-tensors-misfit'))
    }
    const input = checkedInput(manifest, image, recognised.input)
    const { classNames } = manifest
    const expected = { name: recognised.output.name, dims: [1, classNames.length] }
    const answer = manifest.task === 'multi-label-classification' ? everyClass : likeliestClasses
    return {
      predict: predictor({
        manifest,
        session,
        input,
        read: (outputs, seen) => answer(numbersOf(readFloats(outputs, expected).values), seen, manifest),
      }),
    }
  },
}

/** A number that is none would make all the others wrong, by way of their sum. */
function numbersOf(values: Float32Array): Float32Array {
  if (values.every(Number.isFinite)) return values
  throw new ModelRunError(message('classifier-score-not-number'))
}

/** The classes over the threshold, best first, with four decimals. */
function likeliestClasses(values: Float32Array, { size, options }: Seen, manifest: ModelManifest): Prediction {
  const thresholdOf = thresholdsFor(options.confidence, manifest, ONE_OF_MANY)
  const scores = scoresOf(sharesOf(values, manifest.isFused), manifest)
    .filter(({ className, confidence }) => confidence >= thresholdOf(className))
    .map((score) => ({ ...score, confidence: Math.round(score.confidence * 1e4) / 1e4 }))
    .toSorted((one, other) => other.confidence - one.confidence || one.classIndex - other.classIndex)
  return { kind: 'class', size, scores }
}

/**
 * Probabilities that add up to 1. Where the manifest does not say whether they are already, numbers from 0 that add up to 1 are taken
 * for such: logits do not by chance, and a second softmax would flatten them.
 */
function sharesOf(values: Float32Array, isFused: boolean | undefined): ArrayLike<number> {
  const sum = values.reduce((total, value) => total + value, 0)
  const areShares = values.every((value) => value >= 0) && Math.abs(sum - 1) < 1e-3
  return (isFused ?? areShares) ? values : softmax(values)
}

/** Every class on its own, in the order of the model. Probabilities cannot be told from logits here, so only the manifest says. */
function everyClass(values: Float32Array, { size, options }: Seen, manifest: ModelManifest): Prediction {
  const thresholdOf = thresholdsFor(options.confidence, manifest, EACH_OF_MANY)
  const scores = scoresOf(manifest.isFused ? values : values.map(sigmoid), manifest)
  const chosen = scores.filter(({ className, confidence }) => confidence >= thresholdOf(className))
  return { kind: 'classes', size, scores, chosen: chosen.map(({ className }) => className) }
}

function scoresOf(confidences: ArrayLike<number>, { classNames }: ModelManifest): ClassScore[] {
  return classNames.map((className, classIndex) => ({
    className,
    classIndex,
    confidence: confidences[classIndex] ?? 0,
  }))
}
