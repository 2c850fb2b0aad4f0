import { expect, test } from 'vitest'
import { readDataset } from '#test/kit/benchmark-files'
import { objectsByName } from '#test/kit/label-files'

test.each([
  ['of 2015', '\uFEFF20,10,80,10,80,50,20,50,Harbour\r\n0,0,9,0,9,9,0,9,###\r\n'],
  ['of 2013', '20 10 80 50 "Harbour"\n0, 0, 9, 9, "###"\n'],
])('ICDAR %s: words with what they say, and those that nobody can read', async (_, text) => {
  const { id, found } = await readDataset({ 'gt/gt_img_1.txt': text, 'img_1.jpg': '' })

  expect(id).toBe('icdar')
  expect(objectsByName(found)).toEqual({
    img_1: [
      { className: 'text', kind: 'box', box: { x0: 20, y0: 10, x1: 80, y1: 50 }, said: { transcription: 'Harbour' } },
      { className: 'text', kind: 'box', box: { x0: 0, y0: 0, x1: 9, y1: 9 }, crowd: true },
    ],
  })
})

test('ICDAR 2015: images of the same name belong to the words of their own folder, which names the split', async () => {
  const line = (word: string) => `20,10,80,10,80,50,20,50,${word}\n`

  const { found, splits } = await readDataset({
    'Challenge4_Test_Task1_GT/gt_img_1.txt': line('Quay'),
    'ch4_test_images/img_1.jpg': '',
    'ch4_training_images/img_1.jpg': '',
    'ch4_training_localization_transcription_gt/gt_img_1.txt': line('Harbour'),
  })

  expect(objectsByName(found)).toMatchObject({
    'ch4_test_images/img_1': [{ said: { transcription: 'Quay' } }],
    'ch4_training_images/img_1': [{ said: { transcription: 'Harbour' } }],
  })
  expect(splits).toEqual(['test', 'train'])
})
