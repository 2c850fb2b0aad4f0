import { expect, test } from 'vitest'
import { widerFace } from '#formats/exporters/wider-face'
import { imageOf, sourceOf, textsOf, versionOf } from './kit.ts'

test('the images of the test split are listed as readers of that split expect', async () => {
  const version = versionOf({ counts: { train: 0, valid: 0, test: 1 } })
  const texts = await textsOf(widerFace.files(sourceOf(version, [imageOf({ fileName: 'bay.jpg', split: 'test' })])))

  expect(texts['wider_face_split/wider_face_test_filelist.txt']).toBe('0--Tessera/bay.jpg\n')
})
