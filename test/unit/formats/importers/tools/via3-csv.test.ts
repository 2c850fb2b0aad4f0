import { expect, test } from 'vitest'
import { via3Csv } from '#formats/importers/tools/via3-csv'
import { objectsByName, reviewOf } from '#test/kit/label-files'
import { BOX, ONE_CRATE, saidBy } from './kit.ts'

const ATTRIBUTES = {
  1: { aname: 'class', anchor_id: 'FILE1_Z0_XY1', type: 3, options: { 0: 'buoy', 1: 'crate' } },
  2: { aname: 'class', anchor_id: 'FILE1_Z0_XY0', type: 2, options: { a: 'foggy', b: 'windy' } },
}

const cell = (value: unknown) => `"${JSON.stringify(value).replaceAll('"', '""')}"`

interface Region {
  readonly file?: readonly string[]
  readonly moment?: readonly number[]
  readonly at?: readonly number[]
  readonly said?: object
}

function row({ file = ['bay.jpg'], moment = [], at = [2, 20, 10, 60, 40], said = { 1: '1' } }: Region = {}): string {
  return `"1_abc",${cell(file)},0,${cell(moment)},${cell(at)},${cell(said)}`
}

function table(...rows: readonly string[]) {
  const comments = [
    '# Exported using VGG Image Annotator (http://www.robots.ox.ac.uk/~vgg/software/via)',
    '# Notes:',
    '# - metadata of {""1"":""3""} indicates attribute with id "1" set to an attribute option with id "3"',
    '# SHAPE_ID = {"POINT":1,"RECTANGLE":2,"CIRCLE":3,"ELLIPSE":4,"LINE":5,"POLYLINE":6,"POLYGON":7}',
    `# ATTRIBUTE = ${JSON.stringify(ATTRIBUTES)}`,
    '# CSV_HEADER = metadata_id,file_list,flags,temporal_coordinates,spatial_coordinates,metadata',
  ]
  return { 'via.csv': [...comments, ...rows].join('\n') }
}

test('regions in the table of VIA 3 are read with the classes that its comments name', async () => {
  expect(await saidBy(via3Csv, table(row()))).toEqual(ONE_CRATE)
})

test('it is recognised, and addresses of images are matched by their names', async () => {
  const found = await reviewOf({ ...table(row({ file: ['https://a.example/b%20c/bay.jpg'] })), 'bay.jpg': '' })

  expect(found.id).toBe('via3-csv')
  expect(objectsByName(found)).toEqual({ 'bay.jpg': [{ className: 'crate', ...BOX }] })
})

test('what is said of a whole image is its classes', async () => {
  const found = await reviewOf(table(row({ at: [], said: { 2: 'a,b' } })), 'multi-label-classification')

  expect(found.fates).toEqual({ 'bay.jpg': ['foggy', 'windy'] })
})

test('rows of videos, of no image and of damaged cells are reported, and make no background images', async () => {
  const { fates, problems } = await saidBy(
    via3Csv,
    table(
      row({ file: ['tour.mp4'], moment: [1.2, 5.3] }),
      row({ file: [] }),
      '"1_x","[""quay.jpg""]",0,"[]","[2,20,","{}"',
      '"1_x","[""quay.jpg""',
      row({ file: ['reef.jpg'], at: [99, 1, 2] }),
    ),
  )

  expect(fates).toEqual([['reef.jpg', 'unlabelled']])
  expect(problems).toEqual([
    'via.csv line 7: Row skipped: it refers to a time in a video.',
    'via.csv line 8: Row skipped: the image name is missing.',
    'via.csv line 9: Row skipped: the field "spatial_coordinates" contains invalid JSON.',
    'via.csv line 10: Row skipped: a quote is not closed.',
  ])
})

test('older tables name attributes alone', async () => {
  const { 'via.csv': text } = table(row({ said: { 1: 'crate' } }))

  const found = await saidBy(via3Csv, { 'via.csv': text.replace(/# ATTRIBUTE = .*/, '# ATTRIBUTES = {"1":"class"}') })

  expect(found).toEqual(ONE_CRATE)
})
