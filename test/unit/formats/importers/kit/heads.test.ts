import { expect, test } from 'vitest'
import { isAnyOf } from '#formats/importers/kit/heads'
import { labelFiles } from '#test/kit/label-files'

const isNumber = (line: string) => /^\d+$/.test(line)

test.each([
  ['its first line with words counts', { 'a.txt': '\uFEFF\n  7777 \nwords' }, true],
  ['another file may be the one', { 'a.txt': 'words', 'b.txt': '7777' }, true],
  ['an empty file says nothing', { 'a.txt': '' }, false],
  ['later lines do not count', { 'a.txt': 'words\n7777' }, false],
])('of texts of a kind, %s', async (_, contents, isOne) => {
  const dataset = labelFiles(contents)

  expect(await isAnyOf(dataset.files, dataset, isNumber)).toBe(isOne)
})

test('only the first twenty texts that say something are looked at', async () => {
  const texts = Array.from({ length: 20 }, (_, index) => [`${index + 10}.txt`, 'words'])
  const dataset = labelFiles(Object.fromEntries([...texts, ['90.txt', '7777']]))

  expect(await isAnyOf(dataset.files, dataset, isNumber)).toBe(false)
})
