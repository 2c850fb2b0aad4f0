import { describe, expect, test } from 'vitest'
import { greyPng, palettePng, rgbPng } from '#formats/kit/png'
import { type Contents, objectsByName, reviewOf } from '#test/kit/label-files'

const FRAME = { width: 4, height: 2 }
type Type = 'semantic-segmentation' | 'object-detection'
const TYPES = ['semantic-segmentation', 'object-detection'] as const

/** A gray mask with a number for each of the eight pixels. */
function numbers(...values: readonly number[]): Promise<Uint8Array> {
  return greyPng(Uint8Array.from(values), FRAME)
}

function colours(...values: readonly number[]): Promise<Uint8Array> {
  const bytes = values.flatMap((colour) => [colour >> 16, (colour >> 8) & 255, colour & 255])
  return rgbPng(Uint8Array.from(bytes), FRAME)
}

async function review(contents: Contents, type: Type = 'semantic-segmentation') {
  const found = await reviewOf(contents, type)
  const classes = Object.entries(objectsByName(found, { frame: FRAME })).map(([name, objects]) => {
    return [name, typeof objects === 'string' ? objects : objects.map(({ className }) => className)] as const
  })
  return { ...found, classes: Object.fromEntries(classes) }
}

describe.each(TYPES)('CamVid as SegNet keeps it, for %s', (type) => {
  const pair = (folder: string, name: string) =>
    `/SegNet/CamVid/${folder}/${name} /SegNet/CamVid/${folder}annot/${name}\n`

  test('the numbers of eleven classes and the void, in folders beside those of the images', async () => {
    const { id, classes, paths, splits, problems, listed } = await review(
      {
        'CamVid/train.txt': pair('train', 'a.png'),
        'CamVid/val.txt': pair('val', 'b.png'),
        'CamVid/test.txt': pair('test', 'c.png'),
        'CamVid/train/a.png': '',
        'CamVid/trainannot/a.png': await numbers(0, 0, 8, 11, 0, 0, 8, 11),
        'CamVid/val/b.png': '',
        'CamVid/valannot/b.png': await numbers(3, 3, 3, 3, 10, 10, 10, 10),
        'CamVid/test/c.png': '',
        'CamVid/testannot/c.png': await numbers(11, 11, 11, 11, 11, 11, 11, 11),
      },
      type,
    )

    expect(id).toBe('camvid')
    expect(classes).toEqual({
      'CamVid/train/a.png': ['Sky', 'Car'],
      'CamVid/val/b.png': ['Road', 'Bicyclist'],
      'CamVid/test/c.png': [],
    })
    expect(paths).toEqual(['CamVid/test/c.png', 'CamVid/train/a.png', 'CamVid/val/b.png'])
    expect(splits).toEqual({ 'CamVid/train/a.png': 'train', 'CamVid/val/b.png': 'valid', 'CamVid/test/c.png': 'test' })
    expect(problems).toEqual([])
    expect(listed).toHaveLength(11)
  })

  test('an image that is void all over stays unlabelled', async () => {
    const { fates } = await review(
      { 'train/a.png': '', 'trainannot/a.png': await numbers(11, 11, 11, 11, 11, 11, 11, 11) },
      type,
    )

    expect(fates).toEqual({ 'train/a': 'unlabelled' })
  })

  test('a number that no class has is named', async () => {
    const { problems } = await review(
      { 'train/a.png': '', 'trainannot/a.png': await numbers(0, 0, 0, 0, 12, 12, 12, 12) },
      type,
    )

    expect(problems).toEqual(['trainannot/a.png: 1 color skipped: the table does not list it.'])
  })
})

test('the table of all colours beside SegNet’s numbers does not name them', async () => {
  const table = Array.from({ length: 32 }, (_, row) => `${row} 0 0 Class${row}\n`).join('')

  const { classes } = await review({
    'label_colors.txt': table,
    'train/a.png': '',
    'trainannot/a.png': await numbers(8, 8, 8, 8, 8, 8, 8, 8),
  })

  expect(classes).toEqual({ 'train/a': ['Car'] })
})

const [CAR, SKY, VOID] = [0x400080, 0x808080, 0]

describe.each(TYPES)('CamVid as it was published, for %s', (type) => {
  const IMAGE = '701_StillsRaw_full/0001TP_006690.png'

  test.each([
    ['with its table of colours', { 'label_colors.txt': '64 0 128\t\tCar\n128 128 128\tSky\n0 0 0\t\tVoid\n' }],
    ['without it', {}],
  ])('%s', async (_, table) => {
    const { id, classes, paths, problems } = await review(
      {
        ...table,
        [IMAGE]: '',
        'LabeledApproved_full/0001TP_006690_L.png': await colours(CAR, CAR, SKY, VOID, CAR, CAR, SKY, VOID),
      },
      type,
    )

    expect(id).toBe('camvid')
    expect(classes).toEqual({ '701_StillsRaw_full/0001TP_006690': ['Car', 'Sky'] })
    expect(paths).toEqual([IMAGE])
    expect(problems).toEqual([])
  })
})

test('CamVid of fast.ai: a list of codes, and one of the images to validate with', async () => {
  const { id, classes, paths, splits, problems } = await review({
    'camvid/codes.txt': 'Animal\nArchway\nVoid\n',
    'camvid/valid.txt': 'b.png\n',
    'camvid/images/a.png': '',
    'camvid/images/b.png': '',
    'camvid/labels/a_P.png': await palettePng(Uint8Array.of(0, 0, 1, 2, 0, 0, 1, 2), new Uint8Array(9), FRAME),
    'camvid/labels/b_P.png': await numbers(1, 1, 1, 1, 1, 1, 1, 1),
  })

  expect(id).toBe('camvid')
  expect(classes).toEqual({ 'camvid/images/a': ['Animal', 'Archway'], 'camvid/images/b': ['Archway'] })
  expect(paths).toEqual(['camvid/images/a.png', 'camvid/images/b.png'])
  expect(splits).toEqual({ 'camvid/images/a': 'train', 'camvid/images/b': 'valid' })
  expect(problems).toEqual([])
})

test('folders of images that only look like those of masks are left alone', async () => {
  const { id, paths } = await review({ 'trainannot/a.png': '', 'labels/b.png': '' })

  expect(id).toBeUndefined()
  expect(paths).toEqual(['labels/b.png', 'trainannot/a.png'])
})
