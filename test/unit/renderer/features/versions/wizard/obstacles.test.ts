import { describe, expect, test } from 'vitest'
import type { ProjectType } from '#common/contract/projects'
import { BOX_STEPS, PREPROCESSING_STEPS, type StepKey, WHOLE_STEPS } from '#common/versions/steps'
import { checkRecipe } from '#core/versions/rules'
import { type Draft, FIRST_DRAFT } from '#renderer/features/versions/wizard/draft/draft'
import { settingsOf } from '#renderer/features/versions/wizard/draft/settings'
import { obstacleOn, shownSteps } from '#renderer/features/versions/wizard/obstacles'

const ROWS: readonly { readonly key: StepKey }[] = [...PREPROCESSING_STEPS, ...WHOLE_STEPS, ...BOX_STEPS].map(
  (key) => ({ key }),
)
const BOXES: readonly StepKey[] = BOX_STEPS

function withSteps(...keys: readonly StepKey[]): Draft {
  const { preprocessing, augmentation } = FIRST_DRAFT
  const on = <Steps extends object>(steps: Steps): Steps => {
    const chosen = Object.entries(steps).map(([key, step]) => [key, { ...step, on: keys.some((each) => each === key) }])
    return { ...steps, ...Object.fromEntries(chosen) }
  }
  return { ...FIRST_DRAFT, preprocessing: on(preprocessing), augmentation: on(augmentation) }
}

function isTaken(type: ProjectType, draft: Draft): boolean {
  const ground = { type, classes: [], labelled: { train: 3, valid: 1, test: 1 }, cap: 50 }
  return checkRecipe(settingsOf(draft), ground).ok
}

describe.each<[ProjectType, (key: StepKey) => boolean]>([
  ['object-detection', () => false],
  ['instance-segmentation', () => false],
  ['keypoint-detection', (key) => key === 'isolate'],
  ['semantic-segmentation', (key) => BOXES.includes(key)],
  ['single-label-classification', (key) => key === 'isolate' || key === 'mosaic' || BOXES.includes(key)],
  ['text-image-pairs', (key) => key === 'isolate' || key === 'mosaic' || BOXES.includes(key)],
])('in a project of %s', (type, isMissing) => {
  test('shows the steps that suit its annotations', () => {
    const shown = shownSteps(ROWS, type).map(({ key }) => key)

    expect(ROWS.map(({ key }) => key).filter((key) => !shown.includes(key))).toEqual(
      ROWS.map(({ key }) => key).filter(isMissing),
    )
  })

  test('the core accepts exactly the steps that are shown', () => {
    const shown = shownSteps(ROWS, type).map(({ key }) => key)

    for (const { key } of ROWS) expect([key, isTaken(type, withSteps(key))]).toEqual([key, shown.includes(key)])
  })
})

test('a step is disabled exactly while the core would refuse it with the others', () => {
  for (const { key: other } of ROWS) {
    for (const { key } of ROWS.filter((row) => row.key !== other)) {
      const obstacle = obstacleOn(key, settingsOf(withSteps(other)), 'object-detection')

      expect([key, other, obstacle === undefined]).toEqual([
        key,
        other,
        isTaken('object-detection', withSteps(key, other)),
      ])
    }
  }
})

test('the obstacle to a step is named', () => {
  const isolated = settingsOf(withSteps('isolate'))

  expect(obstacleOn('tile', isolated, 'object-detection')).toBe('not with one image per object')
  expect(obstacleOn('isolate', settingsOf(withSteps('bbflip')), 'object-detection')).toBe('not with box flip')
  expect(obstacleOn('flip', isolated, 'object-detection')).toBeUndefined()
})
