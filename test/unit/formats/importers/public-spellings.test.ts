import { describe, expect, test } from 'vitest'
import { coco } from '#formats/importers/coco'
import { createMl } from '#formats/importers/createml'
import { cvat } from '#formats/importers/cvat'
import { tensorflow } from '#formats/importers/tables'
import { voc } from '#formats/importers/voc'
import { darknet, yolo } from '#formats/importers/yolo'
import { fatesOf, importWith, labelFiles, objectsByName } from '#test/kit/label-files'

describe('YOLO', () => {
  const data = 'names: [cat, dog]'

  test.each([
    ['with a decimal point', '1.0 0.5 0.5 0.2 0.2'],
    ['as numpy.savetxt writes it', '1.000000000000000000e+00 5.0e-01 5.0e-01 2.0e-01 2.0e-01'],
  ])('a class number %s is one', async (_, line) => {
    const found = await importWith(yolo, labelFiles({ 'a.jpg': '', 'a.txt': line, 'data.yaml': data }))

    expect(objectsByName(found)).toMatchObject({ a: [{ className: 'dog', kind: 'box' }] })
    expect(found.problems).toEqual([])
  })

  test('a class number with a fraction is none', async () => {
    const files = { 'a.jpg': '', 'a.txt': '1.5 0.5 0.5 0.2 0.2', 'b.txt': '0 0.5 0.5 0.2 0.2', 'b.jpg': '' }

    const found = await importWith(yolo, labelFiles({ ...files, 'data.yaml': data }))

    expect(objectsByName(found)).not.toHaveProperty('a.0')
  })

  test.each([
    ['on one line', '{"train": "images", "nc": 2, "names": ["cat", "dog"]}'],
    [
      'on several lines',
      '{\n  "path": ".",\n  "train": "images",\n  "names": {\n    "0": "cat",\n    "1": "dog"\n  }\n}\n',
    ],
  ])('a description in JSON %s names the classes', async (_, text) => {
    const files = { 'a.jpg': '', 'a.txt': '1 0.5 0.5 0.2 0.2', 'data.yaml': text }

    const found = await importWith(yolo, labelFiles(files))

    expect(objectsByName(found)).toMatchObject({ a: [{ className: 'dog' }] })
    expect(found.problems).toEqual([])
  })

  test('a class whose line in the list is empty has no name, which is told as it is', async () => {
    const files = { 'a.jpg': '', 'a.txt': '1 0.5 0.5 0.2 0.2\n2 0.5 0.5 0.2 0.2', 'classes.txt': 'cat\n\ndog\n' }

    const found = await importWith(darknet, labelFiles(files))

    expect(objectsByName(found)).toMatchObject({ a: [{ className: 'dog' }] })
    expect(found.problems).toEqual([
      'a.txt line 1: Line skipped: the line has class 1, which has no name among the classes.',
    ])
  })
})

describe('CreateML', () => {
  test('an entry that says nothing of its image leaves it unlabelled', async () => {
    const coordinates = { x: 20, y: 20, width: 10, height: 10 }
    const entries = [{ image: 'a.jpg', annotations: [{ label: 'cat', coordinates }] }, { image: 'b.jpg' }]

    const found = await importWith(createMl, labelFiles({ 'a.json': JSON.stringify(entries) }))

    expect(Object.keys(objectsByName(found))).toEqual(['a.jpg'])
  })

  test.each([
    ['its annotation', 'cat'],
    ['a list of names', ['cat']],
  ])('the class of an image is %s', async (_, annotations) => {
    const entries = [{ image: 'a.jpg', annotations }]

    const found = await importWith(createMl, labelFiles({ 'a.json': JSON.stringify(entries) }))

    expect(objectsByName(found)).toMatchObject({ 'a.jpg': [{ className: 'cat', kind: 'whole' }] })
  })
})

test('a COCO file names images by addresses', async () => {
  const document = {
    images: [{ id: 1, file_name: 'https://host/set/my%20bay.jpg?token=x/y', width: 200, height: 100 }],
    annotations: [{ id: 1, image_id: 1, category_id: 1, bbox: [1, 2, 30, 40] }],
    categories: [{ id: 1, name: 'cat' }],
  }

  const found = await importWith(coco, labelFiles({ 'a.json': JSON.stringify(document), 'my bay.jpg': '' }))

  expect(Object.keys(objectsByName(found))).toEqual(['set/my bay.jpg'])
})

test('a table may begin with the line by which Excel names its separator', async () => {
  const text = 'sep=;\r\nfilename;class;xmin;ymin;xmax;ymax\r\na.jpg;cat;1;2;30;40\r\n'

  const found = await importWith(tensorflow, labelFiles({ 'a.csv': text, 'a.jpg': '' }))

  expect(objectsByName(found)).toMatchObject({ 'a.jpg': [{ className: 'cat', kind: 'box' }] })
  expect(found.problems).toEqual([])
})

describe('XML', () => {
  const box = '<bndbox><xmin>1</xmin><ymin>2</ymin><xmax>30</xmax><ymax>40</ymax></bndbox>'
  const object = (name: string) =>
    `<annotation><filename>a.jpg</filename><object><name>${name}</name>${box}</object></annotation>`

  test.each([
    ['ISO-8859-1', [0xe9], 'é'],
    ['windows-1251', [0xea, 0xee, 0xf2], 'кот'],
  ] as const)('that declares %s is read in it', async (encoding, name, className) => {
    const [before = '', after = ''] = object('|').split('|')
    const bytes = Buffer.concat([
      Buffer.from(`<?xml version="1.0" encoding="${encoding}"?>${before}`),
      Buffer.from(name),
      Buffer.from(after),
    ])

    const found = await importWith(voc, labelFiles({ 'a.xml': bytes, 'a.jpg': '' }))

    expect(found.problems).toEqual([])
    expect(JSON.stringify(objectsByName(found))).toContain(className)
  })

  test.each([
    ['GBK', [0xc3, 0xa8]],
    ['gb2312', [0xb9, 0xb7]],
    ['klingon', [0xe9]],
    ['iso-8859-12', [0xe9]],
  ] as const)('that declares %s, which is not read, is refused by its name', async (encoding, name) => {
    const [before = '', after = ''] = object('|').split('|')
    const head = Buffer.from(`<?xml version="1.0" encoding="${encoding}"?>`)
    const one = Buffer.concat([head, Buffer.from(before), Buffer.from(name), Buffer.from(after)])
    const many = Buffer.concat([
      head,
      Buffer.from('<annotations><image id="0" name="a.jpg" width="200" height="100"><tag label="'),
      Buffer.from(name),
      Buffer.from('"/></image></annotations>'),
    ])

    for (const [importer, bytes] of [
      [voc, one],
      [cvat, many],
    ] as const) {
      const found = await importWith(importer, labelFiles({ 'a.xml': bytes, 'a.jpg': '' }))

      expect(found.images).toEqual([])
      expect(found.problems).toEqual([
        expect.stringContaining(`The encoding "${encoding}" is not supported. Save the file as UTF-8.`),
      ])
    }
  })

  test('that declares such an encoding and has ASCII letters alone is read', async () => {
    const text = `<?xml version="1.0" encoding="GBK"?>${object('crate')}`
    const found = await importWith(voc, labelFiles({ 'a.xml': text, 'a.jpg': '' }))

    expect(found.problems).toEqual([])
    expect(JSON.stringify(objectsByName(found))).toContain('crate')
  })

  test('of many images that declares ISO-8859-1 is read in it', async () => {
    const shape = '<box label="|" xtl="1" ytl="2" xbr="30" ybr="40" occluded="0"/>'
    const image = `<annotations><image id="0" name="a.jpg" width="200" height="100">${shape}</image></annotations>`
    const [before = '', after = ''] = image.split('|')
    const head = '<?xml version="1.0" encoding="ISO-8859-1"?>'
    const bytes = Buffer.concat([Buffer.from(head + before), Buffer.from([0xe9]), Buffer.from(after)])

    const found = await importWith(cvat, labelFiles({ 'a.xml': bytes, 'a.jpg': '' }))

    expect(found.problems).toEqual([])
    expect(objectsByName(found)).toMatchObject({ 'a.jpg': [{ className: 'é' }] })
  })
})

test('a loose point among objects of a project with keypoints costs itself alone', async () => {
  const shapes = '<box label="cat" xtl="1" ytl="2" xbr="30" ybr="40" occluded="0"/><points label="spot" points="5,5"/>'
  const text = `<annotations><image id="0" name="a.jpg" width="200" height="100">${shapes}</image></annotations>`

  const found = await importWith(cvat, labelFiles({ 'a.xml': text, 'a.jpg': '' }))

  expect(await fatesOf(found, 'keypoint-detection')).toEqual({ 'a.jpg': ['cat'] })
})
