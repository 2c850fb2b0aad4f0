import { expect, test } from 'vitest'
import { via, via3, viaCsv } from '#formats/importers/tools/via'
import { ONE_CRATE, saidBy } from './kit.ts'

const VIA = {
  filename: 'bay.jpg',
  size: 1234,
  regions: [
    {
      shape_attributes: { name: 'rect', x: 20, y: 10, width: 60, height: 40 },
      region_attributes: { class: 'crate' },
    },
  ],
  file_attributes: {},
}
const VIA_BARE = { ...VIA, filename: 'quay.jpg', regions: [] }

test.each([
  [
    'a project',
    'via_project.json',
    { _via_settings: {}, _via_img_metadata: { 'bay.jpg1234': VIA, 'quay.jpg1': VIA_BARE } },
  ],
  ['an export', 'via_region_data.json', { 'bay.jpg1234': VIA, 'quay.jpg1': VIA_BARE }],
] as const)('%s of VIA: images without regions stay unlabelled', async (_, path, document) => {
  expect(await saidBy(via, { [path]: JSON.stringify(document) })).toEqual(ONE_CRATE)
})

/** Of the project's three images one has a region, one a class of its own, and one was only opened. */
const VIA_3 = {
  project: {},
  config: {},
  attribute: {
    1: { aname: 'class', anchor_id: 'FILE1_Z0_XY1', type: 3, options: { 0: 'buoy', 1: 'crate' } },
    2: { aname: 'class', anchor_id: 'FILE1_Z0_XY0', type: 2, options: { a: 'foggy', b: 'windy', c: 'sunny' } },
  },
  file: { 1: { fname: 'bay.jpg' }, 2: { fname: 'quay.jpg' }, 3: { fname: 'reef.jpg' } },
  metadata: {
    x1: { vid: '1', flg: 0, z: [], xy: [2, 20, 10, 60, 40], av: { 1: '1' } },
    x2: { vid: '2', flg: 0, z: [], xy: [], av: { 2: 'a,b' } },
  },
  view: { 1: { fid_list: ['1'] }, 2: { fid_list: [2] }, 3: { fid_list: ['3'] } },
}

test('a project of VIA 3: regions, what is said of whole images, and images that were only opened', async () => {
  const crate = await saidBy(via3, {
    'via_project.json': JSON.stringify({ ...VIA_3, metadata: { x1: VIA_3.metadata.x1 } }),
  })
  const all = await saidBy(via3, { 'via_project.json': JSON.stringify(VIA_3) })

  expect(crate).toEqual(ONE_CRATE)
  expect(JSON.stringify(all)).toContain('foggy')
  expect(JSON.stringify(all)).toContain('windy')
  expect(JSON.stringify(all)).not.toMatch(/sunny|reef/)
})

test('a region of VIA 3 that cannot be read costs itself, and is told', async () => {
  const strange = { vid: '1', flg: 0, z: [], xy: [9, 1, 1, 5, 5, 9, 1], av: { 1: '0' } }
  const document = { ...VIA_3, metadata: { x1: VIA_3.metadata.x1, strange } }

  const said = await saidBy(via3, { 'via_project.json': JSON.stringify(document) })

  expect(JSON.stringify(said)).toContain('region 2 is a \\"shape 9\\"')
})

const GOOD = VIA_3.metadata.x1
const ofBay = { vid: '1', flg: 0, z: [], xy: [2, 1, 1, 5, 5], av: { 1: '0' } }

test.each([
  [
    'a place that is a text',
    { metadata: { GOOD, odd: { ...ofBay, xy: [2, 1, 'x', 5, 5] } } },
    'region 2 cannot be read: y is ',
  ],
  [
    'the points of an extreme rectangle that are texts',
    { metadata: { GOOD, odd: { ...ofBay, xy: [8, 'x', 1, 2, 3] } } },
    'region 2 cannot be read: ',
  ],
  ['places that are no list', { metadata: { GOOD, odd: { ...ofBay, xy: 7 } } }, 'region 2 is a "region without xy"'],
  ['no image', { metadata: { GOOD, odd: { xy: ofBay.xy } } }, '"odd"'],
  ['nothing that can be read', { metadata: { GOOD, odd: 'x' } }, '"odd"'],
  ['a view that is not there', { metadata: { GOOD, odd: { ...ofBay, vid: '9' } } }, '"odd"'],
  [
    'a view that cannot be read',
    { metadata: { GOOD, odd: { ...ofBay, vid: '9' } }, view: { ...VIA_3.view, 9: 5 } },
    '"odd"',
  ],
  [
    'a file that cannot be read',
    { metadata: { GOOD, odd: { ...ofBay, vid: '3' } }, file: { ...VIA_3.file, 3: {} } },
    '"odd"',
  ],
])('an annotation of VIA 3 with %s costs itself alone, and is told', async (_, parts, told) => {
  const said = await saidBy(via3, { 'via_project.json': JSON.stringify({ ...VIA_3, ...parts }) })

  expect(said.fates).toEqual(ONE_CRATE.fates)
  expect(said.objects).toEqual(ONE_CRATE.objects)
  expect(said.problems).toEqual([expect.stringContaining(told)])
})

test('an attribute of VIA 3 that cannot be read costs no annotation', async () => {
  const document = { ...VIA_3, metadata: { GOOD }, attribute: { ...VIA_3.attribute, 3: { aname: 7 } } }

  expect(await saidBy(via3, { 'via_project.json': JSON.stringify(document) })).toEqual(ONE_CRATE)
})

test('a table of VIA: rows without a region say nothing of their images', async () => {
  const rows = [
    'filename,file_size,file_attributes,region_count,region_id,region_shape_attributes,region_attributes',
    String.raw`bay.jpg,9,"{}",1,0,"{""name"":""rect"",""x"":20,""y"":10,""width"":60,""height"":40}","{""class"":""crate""}"`,
    'quay.jpg,9,"{}",0,0,"{}","{}"',
  ]

  expect(await saidBy(viaCsv, { 'via_export_csv.csv': rows.join('\n') })).toEqual(ONE_CRATE)
})
