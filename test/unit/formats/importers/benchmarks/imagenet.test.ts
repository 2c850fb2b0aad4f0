import { describe, expect, test } from 'vitest'
import { objectsByName, reviewOf } from '#test/kit/label-files'

const WORDS = 'n01440764 tench, Tinca tinca\nn03995372 power drill\nn02007558 flamingo\n'
const ROOT = 'ILSVRC'

function xml(filename: string, name: string, [xmin, ymin, xmax, ymax]: readonly number[]): string {
  const box = `<xmin>${xmin}</xmin><ymin>${ymin}</ymin><xmax>${xmax}</xmax><ymax>${ymax}</ymax>`
  const object = `<object>\n<name>${name}</name>\n<bndbox>${box}</bndbox>\n</object>`
  return `<annotation>\n<folder>val</folder>\n<filename>${filename}</filename>\n${object}\n</annotation>\n`
}

const LOCALISATION = {
  'LOC_synset_mapping.txt': WORDS,
  'LOC_sample_submission.csv': 'ImageId,PredictionString\nILSVRC2012_test_00000001,n01440764 1 2 3 4\n',
  'LOC_val_solution.csv':
    'ImageId,PredictionString\n' +
    'ILSVRC2012_val_00000001,n03995372 85 1 199 72 n03995372 2 1 30 40 \n' +
    'ILSVRC2012_val_00000002,n01440764 0 0 20 30 \n',
  'LOC_train_solution.csv': 'ImageId,PredictionString\nn01440764_1,n01440764 13 17 150 90 \n',
  [`${ROOT}/ImageSets/CLS-LOC/train_cls.txt`]: 'n01440764/n01440764_1 1\n',
  [`${ROOT}/ImageSets/CLS-LOC/train_loc.txt`]: 'n01440764/n01440764_1 1\n',
  [`${ROOT}/ImageSets/CLS-LOC/val.txt`]: 'ILSVRC2012_val_00000001 1\nILSVRC2012_val_00000002 2\n',
  [`${ROOT}/ImageSets/CLS-LOC/test.txt`]: 'ILSVRC2012_test_00000001 1\n',
  [`${ROOT}/Annotations/CLS-LOC/train/n01440764/n01440764_1.xml`]: xml('n01440764_1', 'n01440764', [14, 18, 150, 90]),
  [`${ROOT}/Annotations/CLS-LOC/val/ILSVRC2012_val_00000001.xml`]: xml(
    'ILSVRC2012_val_00000001',
    'n03995372',
    [86, 2, 199, 72],
  ),
  [`${ROOT}/Data/CLS-LOC/train/n01440764/n01440764_1.JPEG`]: '',
  [`${ROOT}/Data/CLS-LOC/val/ILSVRC2012_val_00000001.JPEG`]: '',
  [`${ROOT}/Data/CLS-LOC/val/ILSVRC2012_val_00000002.JPEG`]: '',
  [`${ROOT}/Data/CLS-LOC/test/ILSVRC2012_test_00000001.JPEG`]: '',
}

const [TRAIN, FIRST, SECOND] = [
  `${ROOT}/Data/CLS-LOC/train/n01440764/n01440764_1.JPEG`,
  `${ROOT}/Data/CLS-LOC/val/ILSVRC2012_val_00000001.JPEG`,
  `${ROOT}/Data/CLS-LOC/val/ILSVRC2012_val_00000002.JPEG`,
]

describe.each(['single-label-classification', 'multi-label-classification'] as const)('ImageNet for %s', (type) => {
  test('images to validate with have the class that the table of solutions gives them', async () => {
    const { id, fates, paths, problems } = await reviewOf(LOCALISATION, type)

    expect(id).toBe('imagenet')
    expect(fates).toEqual({ [TRAIN]: ['tench'], [FIRST]: ['power drill'], [SECOND]: ['tench'] })
    expect(paths).toHaveLength(4)
    expect(problems).toEqual([])
  })

  test('without the table they have the class of their boxes', async () => {
    const { 'LOC_val_solution.csv': _, ...contents } = LOCALISATION

    const { fates } = await reviewOf(contents, type)

    expect(fates).toEqual({ [TRAIN]: ['tench'], [FIRST]: ['power drill'] })
  })

  test('Tiny ImageNet lists the classes of the images to validate with', async () => {
    const { id, fates, problems } = await reviewOf(
      {
        'words.txt': WORDS,
        'wnids.txt': 'n01440764\nn02007558\n',
        'train/n01440764/images/n01440764_0.JPEG': '',
        'train/n01440764/n01440764_boxes.txt': 'n01440764_0.JPEG\t0\t10\t63\t58\n',
        'val/images/val_0.JPEG': '',
        'val/val_annotations.txt': 'val_0.JPEG\tn02007558\t0\t32\t44\t62\n',
        'test/images/test_0.JPEG': '',
      },
      type,
    )

    expect(id).toBe('imagenet')
    expect(fates).toEqual({
      'train/n01440764/images/n01440764_0.JPEG': ['tench'],
      'val/images/val_0.JPEG': ['flamingo'],
    })
    expect(problems).toEqual([])
  })
})

describe('ImageNet for object detection', () => {
  test('boxes of XML files, and of the table where no such file is there, have the names of the classes', async () => {
    const found = await reviewOf(LOCALISATION)

    expect(found.id).toBe('imagenet-boxes')
    expect(objectsByName(found)).toMatchObject({
      [`${ROOT}/data/CLS-LOC/train/n01440764/n01440764_1`]: [
        { className: 'tench', box: { x0: 13, y0: 17, x1: 150, y1: 90 } },
      ],
      [`${ROOT}/data/CLS-LOC/val/ILSVRC2012_val_00000001`]: [{ className: 'power drill' }],
      ILSVRC2012_val_00000002: [{ className: 'tench', box: { x0: 0, y0: 0, x1: 20, y1: 30 } }],
    })
    expect(found.problems).toEqual([])
  })

  test('Tiny ImageNet has a box for each image', async () => {
    const found = await reviewOf({
      'tiny/words.txt': WORDS,
      'tiny/wnids.txt': 'n01440764\nn02007558\n',
      'tiny/train/n01440764/images/n01440764_0.JPEG': '',
      'tiny/train/n01440764/n01440764_boxes.txt': 'n01440764_0.JPEG\t0\t10\t63\t58\n',
      'tiny/val/images/val_0.JPEG': '',
      'tiny/val/val_annotations.txt': 'val_0.JPEG\tn02007558\t0\t32\t44\t62\n',
    })

    expect(found.id).toBe('imagenet-boxes')
    expect(objectsByName(found)).toMatchObject({
      n01440764_0: [{ className: 'tench', box: { x0: 0, y0: 10, x1: 63, y1: 58 } }],
      val_0: [{ className: 'flamingo', box: { x0: 0, y0: 32, x1: 44, y1: 62 } }],
    })
    expect(found.problems).toEqual([])
  })

  test('a row that is none is named', async () => {
    const { problems, fates } = await reviewOf({
      'LOC_synset_mapping.txt': WORDS,
      'LOC_val_solution.csv': 'ImageId,PredictionString\na,n01440764 1 2 3\nb,\nc,n01440764 1 2 3 4\n',
    })

    expect(fates).toEqual({ c: ['tench'] })
    expect(problems).toEqual([
      'LOC_val_solution.csv line 2: Row skipped: a box needs a class and four numbers.',
      'LOC_val_solution.csv line 3: Row skipped: a box needs a class and four numbers.',
    ])
  })
})
