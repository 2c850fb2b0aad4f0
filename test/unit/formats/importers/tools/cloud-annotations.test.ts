import { expect, test } from 'vitest'
import { cloudAnnotations } from '#formats/importers/tools/cloud-annotations'
import { fatesOf, importWith, labelFiles } from '#test/kit/label-files'
import { ONE_CRATE, ONE_LEFT_OUT, saidBy } from './kit.ts'

const CRATE = { id: '1', label: 'crate', x: 0.1, y: 0.1, x2: 0.4, y2: 0.5 }

function fileOf(annotations: object, type = 'localization'): string {
  return JSON.stringify({ version: '1.0', type, labels: ['crate', 'buoy'], annotations })
}

test('the regions of Cloud Annotations by image; one without any is left unlabelled', async () => {
  const said = await saidBy(cloudAnnotations, {
    '_annotations.json': fileOf({ 'bay.jpg': [CRATE], 'quay.jpg': [] }),
  })

  expect(said).toEqual(ONE_CRATE)
})

test('all classes are listed, those without regions included', async () => {
  const { listed } = await importWith(cloudAnnotations, labelFiles({ 'a.json': fileOf({ 'bay.jpg': [CRATE] }) }))

  expect(listed).toEqual(['crate', 'buoy'])
})

test('a region without a place is the class of its image', async () => {
  const found = await importWith(
    cloudAnnotations,
    labelFiles({ 'a.json': fileOf({ 'bay.jpg': [{ label: 'crate' }] }, 'classification') }),
  )

  expect(await fatesOf(found, 'single-label-classification')).toEqual({ 'bay.jpg': ['crate'] })
})

test('one region that cannot be read costs itself alone, and one image its own', async () => {
  const contents = { 'a.json': fileOf({ 'bay.jpg': [{ ...CRATE, x: 'left' }, CRATE], 'quay.jpg': 7 }) }

  const said = await saidBy(cloudAnnotations, contents)

  expect(said.fates).toEqual(ONE_LEFT_OUT.fates)
  expect(said.problems).toEqual([
    expect.stringContaining('a.json line 1: Skipped in bay.jpg: object 1 cannot be read'),
    'a.json line 1: Skipped: not a list.',
  ])
})
