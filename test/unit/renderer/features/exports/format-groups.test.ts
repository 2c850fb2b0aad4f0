import { expect, test } from 'vitest'
import { formatGroups } from '#renderer/features/exports/format-groups'

const coco = { id: 'coco', title: 'COCO', keeps: 'Boxes and polygons', fidelity: 'all', made: null } as const
const voc = { id: 'voc', title: 'Pascal VOC', keeps: 'One XML an image', fidelity: 'boxes', made: null } as const

test('formats are grouped by what they keep', () => {
  expect(formatGroups([voc, coco], '')).toEqual([
    { title: 'Keeps what the format supports', formats: [coco] },
    { title: 'Turns polygons into boxes', formats: [voc] },
  ])
})

test('formats without positions come last', () => {
  const table = { ...voc, id: 'multiclass', fidelity: 'classes' } as const
  const skeletons = { ...voc, id: 'cvat', fidelity: 'points' } as const

  expect(formatGroups([table, skeletons, voc], '').map(({ title }) => title)).toEqual([
    'Turns polygons into boxes',
    'Keeps points without their boxes',
    'Keeps only the classes',
  ])
})

test('a search matches titles, identifiers and what a format keeps', () => {
  expect(formatGroups([voc, coco], 'xml image')).toEqual([{ title: 'Turns polygons into boxes', formats: [voc] }])
  expect(formatGroups([voc, coco], 'COCO')).toEqual([{ title: 'Keeps what the format supports', formats: [coco] }])
  expect(formatGroups([voc, coco], 'createml')).toEqual([])
})

test('formats are grouped by what they keep of the version, if that is known', () => {
  const [whole, lossy] = [
    { ...coco, kept: 'whole' },
    { ...coco, id: 'via', kept: 'part' },
  ] as const
  const boxed = { ...voc, kept: 'boxed' } as const

  expect(formatGroups([boxed, lossy, whole], '')).toEqual([
    { title: 'Keeps all annotations of this version', formats: [whole] },
    { title: 'Drops some data of this version', formats: [lossy] },
    { title: 'Turns polygons into boxes', formats: [boxed] },
  ])
})

test('a box format is listed with those that keep everything if there are only boxes', () => {
  const [whole, part] = [{ ...voc, kept: 'whole' } as const, { ...voc, id: 'icdar', kept: 'part' } as const]

  expect(formatGroups([part, whole], '')).toEqual([
    { title: 'Keeps all annotations of this version', formats: [whole] },
    { title: 'Drops some data of this version', formats: [part] },
  ])
})
