import { expect, test } from 'vitest'
import { Augmentation, Preprocessing } from '#common/versions/settings'
import { AUGMENTATION } from '#transforms/augment/registry'
import { PREPROCESSING } from '#transforms/preprocess/registry'

test('every preprocessing setting has one step, in the documented order', () => {
  expect(PREPROCESSING.map(({ key }) => key)).toEqual(Object.keys(Preprocessing.shape))
})

test('every augmentation setting but the copies has one step, in the documented order', () => {
  expect(AUGMENTATION.map(({ key }) => key)).toEqual(Object.keys(Augmentation.shape).filter((key) => key !== 'image'))
})
