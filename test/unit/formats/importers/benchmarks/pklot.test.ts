import { expect, test } from 'vitest'
import { pklot } from '#formats/importers/benchmarks/pklot'
import { importWith, labelFiles, objectsByName } from '#test/kit/label-files'

const CONTOUR = '<contour><point x="20" y="10"/><point x="80" y="10"/><point x="80" y="50"/></contour>'

function parkingOf(...spaces: readonly string[]): string {
  return `<parking id="pucpr">\n${spaces.join('\n')}\n</parking>`
}

test('each space of a car park is an outline that is taken or free', async () => {
  const contents = {
    'PUCPR/Sunny/a.jpg': '',
    'PUCPR/Sunny/a.xml': parkingOf(`<space occupied="1">${CONTOUR}</space>`, `<space occupied="0">${CONTOUR}</space>`),
  }

  const found = await importWith(pklot, labelFiles(contents))

  const rings = [[20, 10, 80, 10, 80, 50]]
  expect(objectsByName(found)).toEqual({
    'PUCPR/Sunny/a': [
      { className: 'space-occupied', kind: 'polygon', rings },
      { className: 'space-empty', kind: 'polygon', rings },
    ],
  })
  expect(found.listed).toEqual(['space-occupied', 'space-empty'])
})

test('a space that nobody has judged, or that is damaged, costs itself alone', async () => {
  const file = parkingOf(`<space>${CONTOUR}</space>`, '<space occupied="1"/>', `<space occupied="1">${CONTOUR}</space>`)

  const found = await importWith(pklot, labelFiles({ 'a.xml': file }))

  expect(found.problems).toEqual([
    'a.xml line 2: Skipped: parking space 1 does not say whether it is occupied.',
    'a.xml line 3: Skipped: parking space 2 has no <contour>.',
  ])
  expect(found.images).toMatchObject([{ name: 'a', isPartial: true }])
})
