import { expect, test } from 'vitest'
import { voc } from '#formats/importers/voc'
import { type Contents, importWith, labelFiles, objectsByName } from '#test/kit/label-files'

const CRATE = { className: 'crate', kind: 'box', box: { x0: 20, y0: 10, x1: 80, y1: 50 } }

function read(contents: Contents) {
  return importWith(voc, labelFiles(contents))
}

function annotation(filename: string, ...objects: readonly string[]): string {
  return `<annotation>\n<filename>${filename}</filename>\n${objects.join('\n')}\n</annotation>\n`
}

function boxOf(name: string, [xmin, ymin, xmax, ymax]: readonly (number | string)[]): string {
  const corners = `<ymax>${ymax}</ymax><xmin>${xmin}</xmin><xmax>${xmax}</xmax><ymin>${ymin}</ymin>`
  return `<object><name>${name}</name><bndbox>${corners}</bndbox></object>`
}

test('pixels count from 1, and from 0 in all files when one of them has a 0', async () => {
  const one = { 'a.xml': annotation('a.jpg', boxOf('crate', [21, 11, 80, 50])) }
  const other = { 'b.xml': annotation('b.jpg', boxOf('sail', ['0.0', 5, 9, 10])) }

  expect(objectsByName(await read(one))).toEqual({ a: [CRATE] })
  expect(objectsByName(await read({ ...one, ...other }))).toMatchObject({
    a: [{ box: { x0: 21, y0: 11, x1: 80, y1: 50 } }],
  })
})

test.each([
  ['the image beside it, whatever it says', { 'train/bay.jpg': '' }, 'old.jpg', 'train/bay'],
  ['the image that it names, where none lies beside it', { 'images/quay.png': '' }, 'QUAY.png', 'QUAY.png'],
  ['an image of its own name, where none is there', {}, 'old.jpg', 'train/bay'],
])('a file is about %s', async (_, images, filename, name) => {
  const found = await read({ ...images, 'train/bay.xml': annotation(filename) })

  expect(objectsByName(found)).toEqual({ [name]: [] })
})

test('the folders of the challenge stand beside each other', async () => {
  const found = await read({ 'VOC/JPEGImages/1.jpg': '', 'VOC/Annotations/1.xml': annotation('1.jpg') })

  expect(objectsByName(found)).toEqual({ 'VOC/JPEGImages/1': [] })
})

test.each([
  ['0.0', { kind: 'box', box: { x0: 20, y0: 10, x1: 80, y1: 50 } }],
  ['1.5707963267948966', { kind: 'rotated-box', box: { center: { x: 50, y: 30 }, width: 60, height: 40, angle: 90 } }],
])('a box of roLabelImg, turned by %s, is a box', async (angle, shape) => {
  const box = `<cx>50</cx><cy>30</cy><w>60</w><h>40</h><angle>${angle}</angle>`
  const object = `<object><type>robndbox</type><name>crate</name><robndbox>${box}</robndbox></object>`

  const found = await read({ 'a.xml': annotation('', object) })

  expect(objectsByName(found)).toEqual({ a: [{ className: 'crate', ...shape }] })
})

test('objects and files with faults are named, and the others are read', async () => {
  const found = await read({
    'a.xml': annotation(
      '',
      boxOf('crate', [1, 'two', 3, 4]),
      '<object/>',
      boxOf('sail', [9, 9, 3, 3]),
      boxOf('crate', [21, 11, 80, 50]),
    ),
    'b.xml': annotation('', boxOf('crate', [1, 2, 3, 4])).slice(0, -30),
    'c.xml': '<annotations><image/></annotations>',
    'd.xml': Buffer.from(annotation('', boxOf('b\xe4r', [1, 2, 3, 4])), 'latin1'),
    'e.xml': annotation('', boxOf('crate', ['1e999', 2, 3, 4])),
  })

  expect(objectsByName(found)).toEqual({ a: [CRATE], e: [] })
  expect(found.problems).toMatchInlineSnapshot(`
    [
      "a.xml line 3: Object 1 skipped: the object has no number in <ymin>.",
      "a.xml line 4: Object 2 skipped: the object has no <bndbox>.",
      "a.xml line 5: Object 3 skipped: the object has its corners reversed: the maximum is less than the minimum.",
      "b.xml: File not used: The XML is damaged at "</b" (line 3).",
      "c.xml: It is <annotations>, not <annotation>.",
      "d.xml line 3: The file is not UTF-8. Save it as UTF-8.",
      "e.xml line 3: Object 1 skipped: the object has no number in <xmin>.",
    ]
  `)
})
