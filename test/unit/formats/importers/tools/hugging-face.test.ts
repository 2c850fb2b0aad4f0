import { describe, expect, test } from 'vitest'
import { objectsByName, objectsOf, reviewOf } from '#test/kit/label-files'
import { BOX } from './kit.ts'

const lines = (...rows: readonly object[]) => rows.map((row) => JSON.stringify(row)).join('\n')
const bay = { file_name: 'bay.jpg' }
const quay = { file_name: 'quay.jpg' }
const IMAGES = { 'train/bay.jpg': '', 'train/quay.jpg': '' }

function review(
  text: string,
  type: Parameters<typeof reviewOf>[1] = 'object-detection',
  path = 'train/metadata.jsonl',
) {
  return reviewOf({ [path]: text, ...IMAGES }, type)
}

describe('metadata.jsonl of a Hugging Face image folder', () => {
  test.each(['category', 'categories', 'label', 'labels'])(
    'boxes are read with the classes in the list "%s"',
    async (key) => {
      const found = await review(
        lines(
          { ...bay, objects: { bbox: [[20, 10, 60, 40]], [key]: ['crate'] } },
          { ...quay, objects: { bbox: [], [key]: [] } },
        ),
      )

      expect(found.id).toBe('hugging-face')
      expect(objectsByName(found)).toEqual({ 'bay.jpg': [{ className: 'crate', ...BOX }], 'quay.jpg': [] })
      expect(found.problems).toEqual([])
    },
  )

  test('objects may be a list of their own, and numbers of classes are reported once', async () => {
    const object = (category: number) => ({ bbox: [20, 10, 60, 40], category })

    const found = await review(lines({ ...bay, objects: [object(3)] }, { ...quay, objects: [object(0), object(3)] }))

    expect(found.fates).toEqual({ 'bay.jpg': ['3'], 'quay.jpg': ['0', '3'] })
    expect(found.problems).toEqual(['train/metadata.jsonl: The file lists no class names, so class numbers are used.'])
  })

  test('a box that cannot be read is skipped, and lists of different lengths cost the image', async () => {
    const bbox = [
      [20, 10, 60, 40],
      [1, 2, 3],
    ]
    const found = await review(
      lines(
        { ...bay, objects: { bbox, category: ['crate', 'crate'] } },
        { ...quay, objects: { bbox, category: ['crate'] } },
      ),
    )

    expect(found.fates).toEqual({ 'bay.jpg': ['crate'], 'quay.jpg': 'unlabelled' })
    expect(found.problems).toEqual([
      expect.stringContaining('train/metadata.jsonl line 1: Skipped in bay.jpg: object 2'),
    ])
    expect(objectsOf(found.images[1])).toContain('differ in length (bbox: 2, category: 1)')
  })

  test('where no list names classes, the objects are called object', async () => {
    const found = await review(lines({ ...bay, objects: { bbox: [[20, 10, 60, 40]] } }))

    expect(found.fates).toEqual({ 'bay.jpg': ['object'] })
  })

  test('the class of an image, or several, and an image without any stays unlabelled', async () => {
    const found = await review(
      lines({ ...bay, label: 'cat' }, { ...quay, label: null }, { file_name: 'reef.jpg', label: ['dog', 'cat'] }),
      'multi-label-classification',
    )

    expect(found.fates).toEqual({ 'bay.jpg': ['cat'], 'reef.jpg': ['dog', 'cat'] })
  })

  test('texts are read where images have texts, and nowhere else', async () => {
    const text = lines({ ...bay, text: 'A crate' }, { ...quay, text: '' })

    const texts = await review(text, 'text-image-pairs')
    const boxes = await review(text)

    expect(objectsByName(texts)).toMatchObject({ 'bay.jpg': [{ kind: 'text', answer: 'A crate' }] })
    expect(boxes.fates).toEqual({})
    expect(boxes.problems).toEqual([expect.stringContaining('train/metadata.jsonl: ')])
  })

  test('folders of classes are not outdone by texts beside them', async () => {
    const found = await reviewOf(
      { 'cat/bay.jpg': '', 'dog/quay.jpg': '', 'metadata.jsonl': lines({ file_name: 'cat/bay.jpg', text: 'A cat' }) },
      'single-label-classification',
    )

    expect(found.id).toBe('folder')
  })

  test('lines without a file name, of other JSON, or of no JSON are reported', async () => {
    const found = await review(
      `${lines({ ...bay, label: 'cat' }, { label: 'dog' })}\n{"file_name"\n`,
      'single-label-classification',
    )

    expect(found.fates).toEqual({ 'bay.jpg': ['cat'] })
    expect(found.problems).toHaveLength(2)
  })

  test('a class that is not a text leaves the image unlabelled', async () => {
    const found = await review(lines({ ...bay, label: { a: 1 } }), 'single-label-classification')

    expect(found.fates).toEqual({ 'bay.jpg': 'unlabelled' })
  })
})
