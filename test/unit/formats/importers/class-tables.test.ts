import { describe, expect, test } from 'vitest'
import { reviewOf } from '#test/kit/label-files'

const IMAGES = { 'a.jpg': '', 'b.jpg': '' }

describe('tables are read by the meaning of their columns', () => {
  test.each(['filename,label', 'image,label', 'file,class', 'image_id;Category', 'ImagePath\ttag'])(
    '%s holds a class for each image',
    async (header) => {
      const separator = header.replace(/[\w ]/g, '')
      const rows = [header, `a.jpg${separator}cat`, `b.jpg${separator}`].join('\n')

      const { id, fates, listed } = await reviewOf({ ...IMAGES, 'labels.csv': rows }, 'single-label-classification')

      expect(id).toBe('class-table')
      expect(fates).toEqual({ 'a.jpg': ['cat'], 'b.jpg': 'unlabelled' })
      expect(listed).toEqual([])
    },
  )

  test('a split is one of an image', async () => {
    const { splits } = await reviewOf(
      { ...IMAGES, 'labels.csv': 'split,file,class\ntest,a.jpg,cat\n' },
      'single-label-classification',
    )

    expect(splits).toEqual({ 'a.jpg': 'test' })
  })

  test('several classes stand between bars', async () => {
    const { fates } = await reviewOf(
      { ...IMAGES, 'l.csv': 'image,tags\na.jpg,cat|dog\n' },
      'multi-label-classification',
    )

    expect(fates).toEqual({ 'a.jpg': ['cat', 'dog'] })
  })

  test('0 and 1 in a column for each class', async () => {
    const { id, fates, listed } = await reviewOf(
      { ...IMAGES, 'labels.csv': 'image,cat,dog\na.jpg,1,0\nb.jpg,0,0\n' },
      'multi-label-classification',
    )

    expect(id).toBe('multiclass')
    expect(listed).toEqual(['cat', 'dog'])
    expect(fates).toEqual({ 'a.jpg': ['cat'], 'b.jpg': 'background' })
  })

  test('in the table of an export a class may be called as a column of classes', async () => {
    const { fates } = await reviewOf(
      { ...IMAGES, '_classes.csv': 'filename, label\na.jpg, 1\n' },
      'multi-label-classification',
    )

    expect(fates).toEqual({ 'a.jpg': ['label'] })
  })

  test('captions are texts of their images', async () => {
    const table = { ...IMAGES, 'captions.txt.csv': 'image,caption\na.jpg,"A bay, at dusk."\na.jpg,Water.\n' }

    expect((await reviewOf(table, 'text-image-pairs')).fates).toEqual({ 'a.jpg': ['text', 'text'] })
    expect(await reviewOf(table)).toMatchObject({
      id: undefined,
      problems: ['captions.txt.csv: File not used: captions need a text-image pair project.'],
    })
  })

  test('LISA: a tag and two corners', async () => {
    const header =
      'Filename;Annotation tag;Upper left corner X;Upper left corner Y;Lower right corner X;Lower right corner Y;Origin file;Origin frame number'
    const row = 'dayTraining/a.jpg;stop;698;333;710;358;dayClip5.avi;0'

    const { id, objects, listed } = await reviewed({ ...IMAGES, 'frameAnnotationsBOX.csv': `${header}\n${row}\n` })

    expect([id, listed]).toEqual(['tensorflow', []])
    expect(objects).toEqual([
      expect.objectContaining({ className: 'stop', box: { x0: 698, y0: 333, x1: 710, y1: 358 } }),
    ])
  })

  test.each([
    ['of people', 'filename,owner,year\na.jpg,Ann,2020\n'],
    ['of numbers', 'filename,width,height\na.jpg,64,48\n'],
  ])('a table %s names no classes, and the columns that are wanted are told', async (_, text) => {
    const { id, listed, problems } = await reviewOf({ ...IMAGES, 'a.csv': text }, 'multi-label-classification')

    expect([id, listed]).toEqual([undefined, []])
    expect(problems).toEqual([expect.stringMatching(/^a\.csv: Table not used\. It needs the column "filename"/)])
  })
})

async function reviewed(contents: Parameters<typeof reviewOf>[0]) {
  const { images, ...review } = await reviewOf(contents)
  const frame = { width: 1280, height: 960 }
  const read = images[0]?.objects({ name: 'a.jpg', frame, type: 'object-detection' })
  return { ...review, objects: read?.ok ? read.value : [] }
}
