import { describe, expect, test } from 'vitest'
import { greyPng } from '#formats/kit/png'
import { type Contents, reviewOf } from '#test/kit/label-files'

const FRAME = { width: 4, height: 2 }
const XML = `<annotation><folder>OXIIIT</folder><filename>Abyssinian_1.jpg</filename><object><name>cat</name>
  <bndbox><xmin>1</xmin><ymin>1</ymin><xmax>3</xmax><ymax>2</ymax></bndbox></object></annotation>`
const TRIMAP = await greyPng(Uint8Array.of(1, 1, 3, 2, 1, 1, 3, 2), FRAME)

/** As images.tar.gz and annotations.tar.gz unpack. */
const PETS: Contents = {
  'images/Abyssinian_1.jpg': '',
  'images/american_bulldog_10.jpg': '',
  'annotations/README': 'Pets',
  'annotations/list.txt': `#Image CLASS-ID SPECIES BREED ID
#ID: 1:37 Class ids
#SPECIES: 1:Cat 2:Dog
Abyssinian_1 1 1 1
american_bulldog_10 2 2 1
`,
  'annotations/trainval.txt': 'Abyssinian_1 1 1 1\n',
  'annotations/test.txt': 'american_bulldog_10 2 2 1\n',
  'annotations/trimaps/Abyssinian_1.png': TRIMAP,
  'annotations/trimaps/american_bulldog_10.png': TRIMAP,
  'annotations/xmls/Abyssinian_1.xml': XML,
}
const [CAT, DOG] = ['images/Abyssinian_1', 'images/american_bulldog_10']

describe('Oxford-IIIT Pets', () => {
  test.each(['single-label-classification', 'multi-label-classification'] as const)(
    '%s: every image has its breed and its split',
    async (type) => {
      const found = await reviewOf(PETS, type)

      expect([found.id, found.paths]).toEqual(['oxford-pets-breeds', [`${CAT}.jpg`, `${DOG}.jpg`]])
      expect(found.fates).toEqual({ Abyssinian_1: ['Abyssinian'], american_bulldog_10: ['american_bulldog'] })
      expect(found.splits).toEqual({ Abyssinian_1: 'train', american_bulldog_10: 'test' })
      expect(found.problems).toEqual([
        'annotations/trimaps/Abyssinian_1.png: Masks in this folder are not used: the dataset is read as Oxford-IIIT Pets Breeds.',
      ])
    },
  )

  test('the lists of the splits alone tell the breeds', async () => {
    const { 'annotations/list.txt': _, ...rest } = PETS

    const { fates } = await reviewOf(rest, 'single-label-classification')

    expect(fates).toEqual({ Abyssinian_1: ['Abyssinian'], american_bulldog_10: ['american_bulldog'] })
  })

  test('masks and images go to their splits where areas are wanted', async () => {
    const { id, splits, problems } = await reviewOf(PETS, 'semantic-segmentation')

    expect([id, splits, problems]).toEqual(['oxford-pets', { [CAT]: 'train', [DOG]: 'test' }, []])
  })

  test('boxes and images without one go to their splits where boxes are wanted', async () => {
    const { id, splits, listedSplits, problems } = await reviewOf(PETS)

    expect([id, splits]).toEqual(['voc', { 'Abyssinian_1.jpg': 'train' }])
    expect(listedSplits).toMatchObject({ [`${CAT}.jpg`]: 'train', [`${DOG}.jpg`]: 'test' })
    expect(problems).toEqual([
      'annotations/trimaps/Abyssinian_1.png: Masks in this folder are not used: the dataset is read as Pascal VOC.',
      'annotations/list.txt: File not used: the dataset is read as Pascal VOC.',
    ])
  })

  test('other lists in a folder of annotations are none of these', async () => {
    const { id } = await reviewOf(
      { 'images/a.jpg': '', 'annotations/list.txt': 'a 1\n', 'annotations/test.txt': 'a.jpg\n' },
      'single-label-classification',
    )

    expect(id).toBeUndefined()
  })
})
