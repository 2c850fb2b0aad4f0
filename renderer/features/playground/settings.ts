import type { Question } from '#common/contract/models/playground'
import type { Box } from '#common/geometry/box'
import { actOf } from '#common/inference/acts'
import type { ModelManifest } from '#common/inference/manifest'
import type { Trial } from './image/trial.ts'

export interface PromptPoint {
  readonly x: number
  readonly y: number
  readonly positive: boolean
}

/** Settings of the user, for any model: each takes those it knows. */
export interface Settings {
  readonly confidence: number
  readonly overlap: number
  /** As it is typed: separated by commas. */
  readonly words: string
  readonly boxThreshold: number
  readonly textThreshold: number
  readonly points: readonly PromptPoint[]
  readonly box: Box | undefined
}

export const USUAL_SETTINGS: Settings = {
  confidence: 0.4,
  overlap: 0.3,
  words: '',
  boxThreshold: 0.3,
  textThreshold: 0.25,
  points: [],
  box: undefined,
}

/** Everything above this is asked for at once, so that a higher confidence needs no other answer. */
const ASKED_FROM = 0.05

/** The exact question; undefined while something is missing that only a person can give. */
export function questionOf(model: ModelManifest, trial: Trial, settings: Settings): Question | undefined {
  const asked = { image: trial.image, model: model.id }
  const act = actOf(model)
  switch (act) {
    case 'predict':
      return { ...asked, act, confidence: settings.confidence, overlap: settings.overlap }
    case 'read-text':
      return { ...asked, act }
    case 'segment':
      return isPointed(settings) ? { ...asked, act, ...promptOf(settings) } : undefined
    case 'ground':
    case 'concept':
    case 'compare': {
      const words = wordsIn(settings.words)
      return words.length === 0 ? undefined : { ...asked, words, ...thresholdsOf(act, settings) }
    }
  }
}

function isPointed({ points, box }: Settings): boolean {
  return points.length > 0 || box !== undefined
}

function promptOf({ points, box }: Settings) {
  return { points: [...points], ...(box && { box }) }
}

function thresholdsOf(act: 'ground' | 'concept' | 'compare', { boxThreshold, textThreshold }: Settings) {
  if (act === 'ground') return { act, boxThreshold, textThreshold }
  return act === 'concept' ? { act, threshold: boxThreshold } : { act }
}

/**
 * The question that is asked in its place: all that lies over a low confidence, since what is surer is never changed by what is less sure.
 * A map of classes is another one for every confidence.
 */
export function widened(question: Question, { task }: ModelManifest): Question {
  if (question.act !== 'predict' || task === 'semantic-segmentation') return question
  return { ...question, confidence: Math.min(ASKED_FROM, question.confidence) }
}

export function wordsIn(text: string): string[] {
  const words = text.split(/[,\n]/).map((word) => word.trim())
  return [...new Set(words.filter((word) => word !== ''))]
}
