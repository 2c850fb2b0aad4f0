import { expect, test } from 'vitest'
import { readDataset } from '#test/kit/benchmark-files'
import { fatesOf } from '#test/kit/label-files'

test('ImageNet: folders are called by what the list says of their numbers', async () => {
  const { id, found, splits } = await readDataset(
    {
      'LOC_synset_mapping.txt': 'n01440764 tench, Tinca tinca\nn02012849 crane\nn03126707 crane\n',
      'train/n01440764/a.JPEG': '',
      'train/n02012849/b.JPEG': '',
    },
    'single-label-classification',
  )

  expect(id).toBe('imagenet')
  expect(await fatesOf(found, 'single-label-classification')).toEqual({
    'train/n01440764/a.JPEG': ['tench'],
    'train/n02012849/b.JPEG': ['crane'],
  })
  expect(splits).toEqual([undefined, undefined])
})
