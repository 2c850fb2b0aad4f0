import { describe, expect, test } from 'vitest'
import { withUtf8 } from '#core/exchange/datasets/utf16'
import { labelFiles, reviewOf } from '#test/kit/label-files'
import { collect } from '#test/unit/formats/exporters/kit'

const littleEndian = (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le')
const bigEndian = (text: string) => littleEndian(text).swap16()
const IMAGES = { 'a.jpg': '', 'b.jpg': '' }
const CLASSES = 'filename\tlabel\na.jpg\tMöwe\nb.jpg\tcat\n'
const BOXES = 'filename,width,height,class,xmin,ymin,xmax,ymax\na.jpg,200,100,Möwe,1,2,3,4\n'
const COCO = JSON.stringify({
  images: [{ id: 1, file_name: 'a.jpg' }],
  categories: [{ id: 1, name: 'Möwe' }],
  annotations: [{ id: 1, image_id: 1, category_id: 1, bbox: [1, 1, 5, 5] }],
})

describe.each([
  ['little', littleEndian],
  ['big', bigEndian],
])('texts in UTF-16, %s end first, are read as any other', (_, encoded) => {
  test.each(['labels.csv', 'labels.tsv'])('a table of classes called %s', async (name) => {
    const { id, fates } = await reviewOf({ ...IMAGES, [name]: encoded(CLASSES) }, 'single-label-classification')

    expect(id).toBe('class-table')
    expect(fates).toEqual({ 'a.jpg': ['Möwe'], 'b.jpg': ['cat'] })
  })

  test.each([
    ['boxes.csv', BOXES],
    ['boxes.tsv', BOXES.replaceAll(',', '\t')],
    ['labels.json', COCO],
  ])('boxes in %s', async (name, text) => {
    const { fates, problems } = await reviewOf({ ...IMAGES, [name]: encoded(text) })

    expect(fates).toEqual({ 'a.jpg': ['Möwe'] })
    expect(problems).toEqual([])
  })

  test('YOLO and its list of names', async () => {
    const texts = { 'data.yaml': encoded('names: [Möwe]\n'), 'labels/a.txt': encoded('0 0.5 0.5 0.1 0.1\r\n') }

    const { id, fates } = await reviewOf({ ...texts, 'images/a.jpg': '' })

    expect(id).toBe('yolov8')
    expect(fates).toEqual({ 'images/a': ['Möwe'] })
  })

  test('in pieces of any size, and at the beginning alone', async () => {
    const files = withUtf8(labelFiles({ 'a.csv': encoded('Möwe 🐟') }, 1))
    const file = { path: 'a.csv', bytes: 16 }

    expect(Buffer.concat(await collect(files.read(file))).toString()).toBe('Möwe 🐟')
    expect(await files.head(file, 10)).toBe('Möwe')
  })
})

test('a table that a spreadsheet has saved as text is refused with what helps', async () => {
  const { problems } = await reviewOf({ ...IMAGES, 'labels.txt': littleEndian(CLASSES) }, 'single-label-classification')

  expect(problems).toEqual([
    'labels.txt: Table not used: the name must end in .csv or .tsv. Rename the file and import it again.',
  ])
})

test('a damaged text in UTF-16 is named', async () => {
  const damaged = Buffer.concat([littleEndian(CLASSES), Buffer.from([0x41])])

  const { problems } = await reviewOf({ ...IMAGES, 'labels.csv': damaged }, 'single-label-classification')

  expect(problems).toEqual(['labels.csv line 4: The file is not UTF-8. Save it as UTF-8.'])
})

test('images and records keep their bytes', async () => {
  const bytes = littleEndian('ab')
  const files = withUtf8(labelFiles({ 'a.tfrecord': bytes, 'a.png': bytes }))

  for (const file of files.files) expect(Buffer.concat(await collect(files.read(file)))).toEqual(bytes)
})
