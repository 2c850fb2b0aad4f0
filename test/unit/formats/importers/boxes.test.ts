import { describe, expect, test } from 'vitest'
import type { DatasetImporter } from '#core/exchange/datasets/ports'
import { multiclass } from '#formats/importers/classification-tables'
import { createMl } from '#formats/importers/createml'
import { dota } from '#formats/importers/dota'
import { keras } from '#formats/importers/keras'
import { benchmarker, openImages, retinanet, tensorflow } from '#formats/importers/tables'
import { type Contents, importWith, labelFiles, objectsByName } from '#test/kit/label-files'

const CRATE = { className: 'crate', kind: 'box', box: { x0: 20, y0: 10, x1: 80, y1: 50 } }
const SAIL = { className: 'sail', kind: 'box', box: { x0: 100, y0: 20, x1: 140, y1: 60 } }

interface Case {
  readonly importer: DatasetImporter
  readonly contents: Contents
  readonly objects: Readonly<Record<string, readonly object[]>>
  readonly problems?: readonly string[]
}

const CASES: readonly (readonly [string, Case])[] = [
  [
    'CreateML counts from the centre, in either spelling of its keys',
    {
      importer: createMl,
      contents: {
        'valid/_annotations.createml.json': JSON.stringify([
          { image: 'a.jpg', annotations: [{ label: 'crate', coordinates: { x: 50, y: '30', width: 60, height: 40 } }] },
          { imagefilename: 'b.jpg', annotation: [] },
        ]),
      },
      objects: { 'a.jpg': [CRATE], 'b.jpg': [] },
    },
  ],
  [
    'CreateML with faults',
    {
      importer: createMl,
      contents: {
        'a.json': `[{"image": "a.jpg", "annotations": [{"label": "x", "coordinates": {"x": 1}},
          {"label": "sail", "coordinates": {"x": 120, "y": 40, "width": 40, "height": 40}}]},
          {"annotations": []},\n{"image": "c.jpg", "annotations": {}},\n7, {"x":},]`,
      },
      objects: { 'a.jpg': [SAIL] },
      problems: [
        'a.json line 1: Entry 1, annotation 1 skipped: coordinates.y is not a number.',
        'a.json line 3: Entry 2 skipped: the image name is missing.',
        'a.json line 4: Entry 3 skipped: annotations is not a list.',
        'a.json line 5: Entry 4 skipped: not a JSON object.',
        'a.json line 5: Entry 5 skipped: not JSON.',
      ],
    },
  ],
  ...[';', '\t'].map((separator): readonly [string, Case] => [
    `a table whose values stand between ${JSON.stringify(separator)}, with decimal commas`,
    {
      importer: tensorflow,
      contents: {
        'labels.csv': [
          ['filename', 'width', 'height', 'class', 'xmin', 'ymin', 'xmax', 'ymax'],
          ['"a, b.jpg"', '200', '100', 'crate', '20,0', '10', '80', '50,00'],
          ['c.jpg', '200', '100', `"sail${separator}"`, '100', '20', '140', '60'],
        ]
          .map((cells) => cells.join(separator))
          .join('\r\n'),
      },
      objects: { 'a, b.jpg': [CRATE], 'c.jpg': [{ ...SAIL, className: separator === ';' ? 'sail;' : 'sail' }] },
    },
  ]),
  [
    'the head of a table names its columns, in any order and in quotes',
    {
      importer: tensorflow,
      contents: {
        'train/_annotations.csv':
          'class, Filename,xmin,xmax,ymin,ymax,width\r\n"crate","a, ""1"".jpg",20,80,10,50,200\r\nsail,b.jpg,100,140,20,60.0,\r\n' +
          ',c.jpg,,,,,200\r\ncrate,b.jpg,20,80,10,50,200',
      },
      objects: { 'a, "1".jpg': [CRATE], 'b.jpg': [SAIL, CRATE], 'c.jpg': [] },
    },
  ],
  [
    'columns are recognised by what they mean, and shares of the sides by their size',
    {
      importer: tensorflow,
      contents: {
        'a.csv':
          'img_fName,img_w,img_h,class_label,bbx_xtl,bbx_ytl,bbx_xbr,bbx_ybr\na.jpg,200,100,crate,0.1,0.1,0.4,0.5\n',
        'b.csv': 'image_path,x,y,w,h,label\nb.jpg,20,10,60,40,crate\n',
      },
      objects: { 'a.jpg': [CRATE], 'b.jpg': [CRATE] },
    },
  ],
  [
    'rows with faults',
    {
      importer: tensorflow,
      contents: {
        'a.csv':
          'filename,class,xmin,ymin,xmax,ymax\na.jpg,crate,20,ten,80,50\n,crate,1,2,3,4\na.jpg,crate,9,9,1,1\n\na.jpg,crate,20,10,80,50\n' +
          '"b.jpg,crate,1,2,3,4\nc.jpg,crate,1,2,NaN,1e999\n',
      },
      objects: { 'a.jpg': [CRATE] },
      problems: [
        'a.csv line 2: Row skipped: the row has "ten" in column ymin, not a number.',
        'a.csv line 3: Row skipped: the image name is missing.',
        'a.csv line 4: Row skipped: the row has its corners reversed: the maximum is less than the minimum.',
        'a.csv line 7: Row skipped: a quote is not closed.',
      ],
    },
  ],
  [
    'a column may tell the split',
    {
      importer: benchmarker,
      contents: {
        'annotations.csv':
          'split,filename,width,height,class_id,class,xmin,ymin,xmax,ymax\ntest,a.jpg,200,100,1,crate,20,10,80,50\nvalid,b.jpg,200,100,,,,,,\n',
      },
      objects: { 'a.jpg': [CRATE], 'b.jpg': [] },
    },
  ],
  [
    'a table without a head says what its six columns are by their places',
    {
      importer: retinanet,
      contents: {
        'train/_annotations.csv': 'a.jpg,,,,,\nb.jpg,20,10,80,50,crate\nb.jpg,100,20,140,60,sail\nb.jpg,1,2,x,4,sail\n',
        'train/_classes.csv': 'sail,0\ncrate,1\n',
      },
      objects: { 'a.jpg': [], 'b.jpg': [CRATE, SAIL] },
      problems: ['train/_annotations.csv line 4: Row skipped: the row has "x", which is not a number.'],
    },
  ],
  [
    'Open Images names its marks in another table, and counts in shares',
    {
      importer: openImages,
      contents: {
        'annotations/validation-annotations-bbox.csv':
          'ImageID,Source,LabelName,Confidence,XMin,XMax,YMin,YMax,IsOccluded\na,xclick,/m/1,1,0.1,0.4,0.1,0.5,0\na,xclick,/m/2,1,0.5,1.4,0.1,0.5,0\n',
        'class-descriptions-boxable.csv': '/m/1,crate\n/m/2,sail\n',
      },
      objects: { a: [{ ...CRATE, score: 1 }] },
      problems: [
        'annotations/validation-annotations-bbox.csv line 3: Row skipped: the row contains 1.4; positions and sizes must be relative to the image size, from 0 to 1.',
      ],
    },
  ],
  [
    'a column of 0 and 1 for each class',
    {
      importer: multiclass,
      contents: {
        'train/_classes.csv': 'filename, crate, sail\na.jpg, 1, 1\nb.jpg, 0, 0\nc.jpg, 2, 0\n',
        'masks/_classes.csv': 'Pixel Value, Class\n0, background\n',
      },
      objects: {
        'a.jpg': [
          { className: 'crate', kind: 'whole' },
          { className: 'sail', kind: 'whole' },
        ],
        'b.jpg': [],
      },
      problems: [
        'train/_classes.csv line 4: Row skipped: the row contains "2" instead of 0 or 1; boxes need the columns class, xmin, ymin, xmax and ymax.',
      ],
    },
  ],
  [
    'a line for each image',
    {
      importer: keras,
      contents: {
        'train/_annotations.txt': 'a b.jpg 20,10,80,50,1 100,20,140,60,0\nc.jpg\nd.jpg 1,2,3,4 20,10,80,50,1\n',
        'train/_classes.txt': 'sail\ncrate',
      },
      objects: { 'a b.jpg': [CRATE, SAIL], 'c.jpg': [], 'd.jpg': [CRATE] },
      problems: [
        'train/_annotations.txt line 3: Object skipped: the object contains "1,2,3,4"; an object is x1,y1,x2,y2,class.',
      ],
    },
  ],
  [
    'four corners and the name of a class on each line',
    {
      importer: dota,
      contents: {
        'train/images/a.png': '',
        'train/labelTxt/a.txt':
          'imagesource:GoogleEarth\ngsd:0.14\n20.0 10.0 80.0 10.0 80.0 50.0 20.0 50.0 crate 0\n1 2 3 crate 0\n60 10 60 70 40 70 40 10 crate\n1 1 9 1 12 9 1 9 crate 0\n',
        'train/labelTxt/b.txt': '',
      },
      objects: {
        'train/images/a': [
          CRATE,
          {
            className: 'crate',
            kind: 'rotated-box',
            box: { center: { x: 50, y: 40 }, width: 60, height: 20, angle: 90 },
          },
          { className: 'crate', kind: 'polygon', rings: [[1, 1, 9, 1, 12, 9, 1, 9]] },
        ],
        'train/images/b': [],
      },
      problems: [
        'train/labelTxt/a.txt line 4: Line skipped: the line has 5 words; an object is eight numbers, a class and its difficulty.',
      ],
    },
  ],
]

describe.each(CASES)('%s', (_, { importer, contents, objects, problems = [] }) => {
  test.each([3, 65_536])('in pieces of %i bytes', async (pieceBytes) => {
    const found = await importWith(importer, labelFiles(contents, pieceBytes))

    expect(objectsByName(found)).toEqual(objects)
    expect(found.problems).toEqual(problems)
  })
})

test('the split of an image is that of its row, or that of the name of the file', async () => {
  const splitsOf = async (importer: DatasetImporter, contents: Contents) =>
    (await importWith(importer, labelFiles(contents))).images.map(({ name, split }) => [name, split])
  const [, head] = CASES.find(([, { importer }]) => importer === benchmarker) ?? []

  expect(await splitsOf(benchmarker, head?.contents ?? {})).toEqual([
    ['a.jpg', 'test'],
    ['b.jpg', 'valid'],
  ])
  expect(await splitsOf(retinanet, { 'val.csv': 'a.jpg,,,,,\n', 'other.csv': 'b.jpg,,,,,\n' })).toEqual([
    ['b.jpg', undefined],
    ['a.jpg', 'valid'],
  ])
})
