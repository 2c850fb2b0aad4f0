import { expect, test } from 'vitest'
import { Augmentation } from '#common/versions/augmentation'
import { Preprocessing } from '#common/versions/preprocessing'
import { AUGMENTATION } from '#transforms/augment/registry'
import { FIRST_STEPS, LAST_STEPS, PARTING_STEPS } from '#transforms/preprocess/registry'

/** They choose images and classes, before and between the steps that change images. */
const CHOOSING = ['filter-tags', 'remap', 'filter-null']
/** `image` says how many copies are made; a mosaic is made of several images. */
const NO_STEPS = ['image', 'mosaic']
/** Says how finished images are written. */
const WRITING = ['image-format']

test('every preprocessing setting has one step, in the documented order', () => {
  const steps = [...FIRST_STEPS, ...PARTING_STEPS, ...LAST_STEPS].map(({ key }) => key)

  expect(steps).toEqual(Object.keys(Preprocessing.shape).filter((key) => ![...CHOOSING, ...WRITING].includes(key)))
})

test('every augmentation setting has one step, in the documented order', () => {
  const settings = Object.keys(Augmentation.shape).filter((key) => !NO_STEPS.includes(key))

  expect(AUGMENTATION.map(({ key }) => key)).toEqual(settings)
})
