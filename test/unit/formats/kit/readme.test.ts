import { expect, test } from 'vitest'
import { coco } from '#formats/exporters/coco'
import { classList } from '#formats/kit/class-names'
import { readmeFiles } from '#formats/kit/readme'
import { harbor, textsOf, versionOf } from '../exporters/kit.ts'

test('steps that are off are not told, and the others are in the order of their keys', async () => {
  const preprocessing = { tile: { enabled: false, rows: 2 }, resize: { width: 1, height: 2 }, 'auto-orient': false }
  const augmentation = { flip: { vertical: true, horizontal: false }, blur: { pixels: 2, enabled: true } }

  const texts = await textsOf(coco.files(harbor({ preprocessing, augmentation })))

  expect(texts['README.tessera.txt']?.split('\n').filter((line) => /^(pre|aug)/.test(line))).toEqual([
    'preprocessing: resize {"height":2,"width":1}',
    'augmentation: blur {"enabled":true,"pixels":2}',
    'augmentation: flip {"horizontal":false,"vertical":true}',
  ])
})

test.each([
  [1, 'skipped: 1 more image (its stored file is damaged or missing)'],
  [2, 'skipped: 2 more images (their stored files are damaged or missing)'],
])('of many damaged images %i are counted after those that are named', async (more, line) => {
  const damaged = Array.from({ length: 20 + more }, (_, at) => `${at}.jpg`)

  const texts = await textsOf(coco.files(harbor({ damaged })))

  const skipped = texts['README.tessera.txt']?.split('\n').filter((text) => text.startsWith('skipped: '))
  expect(skipped?.slice(20)).toEqual([line])
})

test('a name with a line break stays on its line', () => {
  const [dataset] = readmeFiles(
    { format: 'coco', firstClass: 0 },
    versionOf({ projectName: 'a\nb', name: 'c\u2028d' }),
    classList([]),
  )

  expect(dataset?.text).toBe('# a b > c d\n\n\nProvided by a Tessera user\nLicense: Unknown\n')
})
