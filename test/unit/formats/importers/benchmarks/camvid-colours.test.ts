import { expect, test } from 'vitest'
import { colourPng, FRAME, readDataset } from '#test/kit/benchmark-files'
import { objectsByName } from '#test/kit/label-files'

const [RED, BLUE, BLACK] = [0xff0000, 0x0000ff, 0]

test.each([
  ['label_colors.txt', '255 0 0\tCar\n0 0 255\tSky\n0 0 0\tVoid\n', 'trainannot'],
  ['class_dict.csv', 'name,r,g,b\nCar,255,0,0\nSky,0,0,255\nVoid,0,0,0\n', 'train_labels'],
])('CamVid: masks in the colours of %s', async (table, text, folder) => {
  const mask = await colourPng(RED, RED, BLUE, BLACK, RED, RED, BLUE, BLACK)

  const { id, found, images } = await readDataset(
    { [table]: text, 'train/a.png': '', [`${folder}/a.png`]: mask },
    'semantic-segmentation',
  )

  expect(id).toBe('camvid')
  expect(found.listed).toEqual(['Car', 'Sky'])
  expect(objectsByName(found, { frame: FRAME })).toMatchObject({
    'train/a': [{ className: 'Car' }, { className: 'Sky' }],
  })
  expect(images).toEqual(['train/a.png'])
  expect(found.problems).toEqual([])
})

test('CamVid: a colour that the table does not name leaves its image unlabelled', async () => {
  const mask = await colourPng(7, 7, 7, 7, 7, 7, 7, 7)

  const { found } = await readDataset({
    'label_colors.txt': '255 0 0 Car',
    'train/a.png': '',
    'trainannot/a.png': mask,
  })

  expect(found.images.map(({ isPartial }) => isPartial)).toEqual([true])
  expect(found.problems).toEqual(['trainannot/a.png: 1 color skipped: the table does not list it.'])
})
