import { useState } from 'react'
import type { ModelView } from '#common/contract/models/models'
import type { Finding, Question } from '#common/contract/models/playground'
import { actOf } from '#common/inference/acts'
import type { ModelManifest } from '#common/inference/manifest'
import { type Asked, useAnswer } from './answer/use-answer.ts'
import { type Found, foundIn, type Sieve } from './entrance/findings.ts'
import type { Trial } from './image/trial.ts'
import { questionOf, type Settings, widened } from './settings.ts'

interface Trying {
  readonly model: ModelView | undefined
  readonly trial: Trial | undefined
  readonly settings: Settings
}

/** One model on one image: what it answers, and what of that is to be seen. */
export interface Tried extends Asked {
  /** Word for word; undefined while something is missing. */
  readonly question: Question | undefined
  readonly sieve: Sieve
  readonly found: readonly Found[]
  readonly setHidden: (hidden: Sieve['hidden']) => void
  readonly setGuess: (guess: number) => void
  /** Key of what is looked at. */
  readonly active: string | undefined
  readonly setActive: (key: string | undefined) => void
}

export function useTrying({ model, trial, settings }: Trying): Tried {
  const [hidden, setHidden] = useState<Sieve['hidden']>(new Set())
  const [active, setActive] = useState<string>()
  const [guess, setGuess] = useState(0)
  const manifest = model?.manifest
  const question = manifest && trial && questionOf(manifest, trial, settings)
  const asked = useAnswer(manifest && question && widened(question, manifest))
  const finding = asked.answer?.finding
  const sieve = { confidence: leastOf(manifest, settings), hidden, guess: guessOf(finding, guess) }
  const found = finding === undefined ? [] : foundIn(finding, sieve)
  return { ...asked, question, sieve, found, setHidden, setGuess, active, setActive }
}

/** Only what was asked for widely is sieved here. */
function leastOf(model: ModelManifest | undefined, { confidence }: Settings): number {
  return model !== undefined && actOf(model) === 'predict' ? confidence : 0
}

/** The guess that was chosen, or the last one there is. */
function guessOf(finding: Finding | undefined, guess: number): number {
  return finding?.kind === 'masks' ? Math.min(guess, Math.max(0, finding.masks.length - 1)) : 0
}
