import { describe, expect, test } from 'vitest'
import { greyPng } from '#formats/kit/png'
import { type Contents, objectsByName, reviewOf } from '#test/kit/label-files'

const FRAME = { width: 4, height: 2 }
const FOLDER = 'gtFine/val/ulm/ulm_000000_000019_gtFine'
const IMAGE = 'leftImg8bit/val/ulm/ulm_000000_000019_leftImg8bit'

/** A mask with a number for each of the eight pixels. */
function numbers(...values: readonly number[]): Promise<Uint8Array> {
  return greyPng(values.some((value) => value > 255) ? Uint16Array.from(values) : Uint8Array.from(values), FRAME)
}

async function review(
  contents: Contents,
  type: 'semantic-segmentation' | 'object-detection' = 'semantic-segmentation',
) {
  const found = await reviewOf({ [`${IMAGE}.png`]: '', ...contents }, type)
  return { ...found, objects: objectsByName(found, { frame: FRAME })[IMAGE] }
}

describe.each(['semantic-segmentation', 'object-detection'] as const)('Cityscapes for %s', (type) => {
  test('the numbers of the classes are read where no outlines stand beside, and no mask is an image', async () => {
    const { id, objects, paths, problems } = await review(
      {
        [`${FOLDER}_labelIds.png`]: await numbers(7, 7, 26, 0, 7, 7, 26, 3),
        [`${FOLDER}_color.png`]: '',
      },
      type,
    )

    expect(id).toBe('cityscapes')
    expect(objects).toEqual([
      { className: 'road', kind: 'polygon', rings: [[0, 0, 2, 0, 2, 2, 0, 2]] },
      { className: 'car', kind: 'polygon', rings: [[2, 0, 3, 0, 3, 2, 2, 2]] },
    ])
    expect(paths).toEqual([`${IMAGE}.png`])
    expect(problems).toEqual([])
  })

  test('objects are told apart by their own numbers, and a group without any is a crowd', async () => {
    const { objects, paths } = await review(
      {
        [`${FOLDER}_labelIds.png`]: await numbers(26, 26, 24, 7, 26, 26, 24, 7),
        [`${FOLDER}_instanceIds.png`]: await numbers(26_000, 26_001, 24, 7, 26_000, 26_001, 24, 7),
      },
      type,
    )

    expect(objects).toMatchObject([
      { className: 'car' },
      { className: 'car' },
      { className: 'person', crowd: true },
      { className: 'road' },
    ])
    expect(paths).toEqual([`${IMAGE}.png`])
  })
})

test('outlines say more than the masks beside them', async () => {
  const polygon = [
    [0, 0],
    [4, 0],
    [4, 2],
  ]

  const { objects, paths, problems } = await review({
    [`${FOLDER}_polygons.json`]: JSON.stringify({ imgHeight: 2, imgWidth: 4, objects: [{ label: 'sky', polygon }] }),
    [`${FOLDER}_labelIds.png`]: await numbers(7, 7, 7, 7, 7, 7, 7, 7),
    [`${FOLDER}_instanceIds.png`]: '',
  })

  expect(objects).toMatchObject([{ className: 'sky' }])
  expect(paths).toEqual([`${IMAGE}.png`])
  expect(problems).toEqual([])
})

test('fine annotations are read before coarse ones of the same image', async () => {
  const { images } = await review({
    [`${FOLDER.replaceAll('gtFine', 'gtCoarse')}_labelIds.png`]: await numbers(8, 8, 8, 8, 8, 8, 8, 8),
    [`${FOLDER}_labelIds.png`]: await numbers(7, 7, 7, 7, 7, 7, 7, 7),
  })

  expect(images.map(({ source }) => source.path)).toEqual([
    `${FOLDER}_labelIds.png`,
    `${FOLDER.replaceAll('gtFine', 'gtCoarse')}_labelIds.png`,
  ])
})

test('the numbers of training are read, and 255 is nobody', async () => {
  const { objects } = await review({ [`${FOLDER}_labelTrainIds.png`]: await numbers(0, 0, 13, 255, 0, 0, 13, 255) })

  expect(objects).toMatchObject([{ className: 'road' }, { className: 'car' }])
})

test('an image of which only the void is marked stays unlabelled', async () => {
  const { fates, images } = await review({ [`${FOLDER}_labelIds.png`]: await numbers(3, 3, 3, 3, 1, 1, 1, 1) })

  expect(images.map(({ isPartial }) => isPartial)).toEqual([true])
  expect(Object.values(fates)).toEqual(['unlabelled'])
})

test('colours alone are no images, and are named', async () => {
  const { paths, images, problems } = await review({ [`${FOLDER}_color.png`]: '' })

  expect(images).toEqual([])
  expect(paths).toEqual([`${IMAGE}.png`])
  expect(problems).toEqual([`${FOLDER}_color.png: Mask not used: its _labelIds.png or _polygons.json is missing.`])
})

test('an unknown number and a damaged mask are named', async () => {
  const { problems, images } = await review({
    [`${FOLDER}_labelIds.png`]: await numbers(77, 7, 7, 7, 7, 7, 7, 7),
    'gtFine/val/ulm/b_gtFine_labelIds.png': 'none',
  })

  expect(images.map(({ isPartial }) => isPartial)).toEqual([true])
  expect(problems).toEqual([
    'gtFine/val/ulm/b_gtFine_labelIds.png: The PNG is not a PNG file.',
    `${FOLDER}_labelIds.png: Pixel value 77 skipped: no class uses it.`,
  ])
})
