import { describe, expect, test } from 'vitest'
import { readAnnotations } from '#formats/labels/registry'
import { reviewOf } from '#test/kit/label-files'

const DOCUMENT = {
  images: [
    { id: 1, file_name: 'train/birds/a.jpg' },
    { id: 2, file_name: 'train/birds/b.jpg' },
    { id: 3, file_name: 'train/birds/c.jpg' },
  ],
  categories: [
    { id: 4, name: 'gull', supercategory: 'Aves' },
    { id: 5, name: 'tern', supercategory: 'Aves' },
  ],
  annotations: [
    { id: 1, image_id: 1, category_id: 4 },
    { id: 2, image_id: 2, category_id: 5, bbox: [], segmentation: [] },
    { id: 3, image_id: 3, category_id: 5, bbox: [1, 1, 5, 5] },
  ],
}
const IMAGES = { 'train/birds/a.jpg': '', 'train/birds/b.jpg': '', 'train/birds/c.jpg': '' }

describe('an annotation of COCO without a place is the class of its image', () => {
  test.each(['single-label-classification', 'multi-label-classification'] as const)('in %s', async (type) => {
    const { id, fates, problems } = await reviewOf({ ...IMAGES, 'train2017.json': JSON.stringify(DOCUMENT) }, type)

    expect(id).toBe('coco')
    expect(fates).toEqual({
      'train/birds/a.jpg': ['gull'],
      'train/birds/b.jpg': ['tern'],
      'train/birds/c.jpg': ['tern'],
    })
    expect(problems).toEqual([])
  })

  test('several of one image where images have several classes', async () => {
    const also = { id: 4, image_id: 1, category_id: 5, iscrowd: 0, attributes: { age: 'adult' } }
    const text = JSON.stringify({ ...DOCUMENT, annotations: [...DOCUMENT.annotations, also] })

    const { fates } = await reviewOf({ ...IMAGES, 'labels.json': text }, 'multi-label-classification')

    expect(fates).toMatchObject({ 'train/birds/a.jpg': ['gull', 'tern'] })
  })

  test('in a file about one image', () => {
    const about = { name: 'a.jpg', frame: { width: 200, height: 100 } }
    const file = { name: 'a.json', text: JSON.stringify(DOCUMENT), labelmap: new Map() }

    const read = readAnnotations(file, { ...about, type: 'single-label-classification' })

    expect(read).toEqual({ ok: true, value: [{ className: 'gull', kind: 'whole' }] })
  })

  test('it is left out where places are wanted', async () => {
    const { fates, problems } = await reviewOf({ ...IMAGES, 'labels.json': JSON.stringify(DOCUMENT) })

    expect(fates).toMatchObject({ 'train/birds/a.jpg': 'unlabelled', 'train/birds/c.jpg': ['tern'] })
    expect(problems).toEqual([
      'labels.json line 1: Annotation 1 skipped: the annotation has neither a polygon nor a box of four numbers.',
      'labels.json line 1: Annotation 2 skipped: the annotation has neither a polygon nor a box of four numbers.',
    ])
  })
})
