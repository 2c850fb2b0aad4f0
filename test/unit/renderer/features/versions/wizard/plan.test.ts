import { expect, test } from 'vitest'
import { FIRST_DRAFT } from '#renderer/features/versions/wizard/draft/draft'
import { planProblem } from '#renderer/features/versions/wizard/plan'

const { augmentation } = FIRST_DRAFT
const varied = { ...FIRST_DRAFT, augmentation: { ...augmentation, flip: { ...augmentation.flip, on: true } } }
const plan = {
  sources: 14,
  sourceSplits: { train: 10, valid: 3, test: 1 },
  leftOut: 2,
  images: 34,
  splits: { train: 30, valid: 3, test: 1 },
  bytes: 1000,
  seconds: 2,
  classes: [],
}

test('a version needs labelled images, and training ones when they are varied', () => {
  const noTrain = { ...plan, sourceSplits: { train: 0, valid: 3, test: 1 } }

  expect(planProblem(plan, varied)).toBeUndefined()
  expect(planProblem({ ...plan, sources: 0 }, varied)).toMatch(/^No image is labeled/)
  expect(planProblem({ ...plan, images: 0 }, varied)).toMatch(/^No object is labeled/)
  expect(planProblem(noTrain, varied)).toMatch(/nothing can be augmented/)
  expect(planProblem(noTrain, FIRST_DRAFT)).toBeUndefined()
})

test('where tags leave nothing, it is they that are named', () => {
  const { preprocessing } = FIRST_DRAFT
  const filtered = { ...preprocessing, 'filter-tags': { on: true, settings: { ripe: true } } }

  expect(planProblem({ ...plan, sources: 0 }, { ...FIRST_DRAFT, preprocessing: filtered })).toMatch(/tags/)
})
