import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { tfrecord } from '#formats/importers/tfrecord'
import { exampleOf, type Feature, tfRecord } from '#formats/kit/tfrecord'
import { exportedFiles } from '#test/kit/exported-files'
import { type Contents, importWith, labelFiles, objectsByName } from '#test/kit/label-files'
import { field, packedFloats, varint } from '#test/kit/protobuf'

const [BAY, QUAY] = [
  'bay-01_png.rf.0123456789abcdef0123456789abcdef.jpg',
  'quay_jpg.rf.fedcba9876543210fedcba9876543210.jpg',
]

const FEATURES: Readonly<Record<string, Feature>> = {
  'image/encoded': { bytes: ['JPEG'] },
  'image/filename': { bytes: ['bay.jpg'] },
  'image/object/bbox/xmin': { floats: [0.1] },
  'image/object/bbox/xmax': { floats: [0.4] },
  'image/object/bbox/ymin': { floats: [0.1] },
  'image/object/bbox/ymax': { floats: [0.5] },
  'image/object/class/label': { ints: [2] },
  'image/object/class/text': { bytes: ['crate'] },
}

function record(changes: Readonly<Record<string, Feature>> = {}): Uint8Array {
  return tfRecord(exampleOf({ ...FEATURES, ...changes }))
}

function read(contents: Contents, pieceBytes?: number) {
  return importWith(tfrecord, labelFiles(contents, pieceBytes))
}

test.each(['object-detection', 'instance-segmentation'] as const)('what is exported of %s comes back', async (type) => {
  const found = await read(await exportedFiles('tfrecord', type))

  const close = (value: number) => expect.closeTo(value, 4)
  const box = ([x0 = 0, y0 = 0, x1 = 0, y1 = 0]: readonly number[]) => ({
    box: { x0: close(x0), y0: close(y0), x1: close(x1), y1: close(y1) },
  })
  expect(objectsByName(found)).toEqual({
    [BAY]: [
      { className: 'crate', kind: 'box', ...box([20, 10, 80, 50]) },
      { className: 'Loffel', kind: 'box', ...box([100, 20, 140, 60]) },
    ],
    [QUAY]: [],
  })
  expect(found.images.map(({ split, bytes }) => [split, String(bytes?.())])).toEqual([
    ['train', BAY],
    ['train', QUAY],
  ])
  expect(found.problems).toEqual([])
})

test.each([1, 5, 100, 4096])('in pieces of %i bytes the file says the same', async (pieceBytes) => {
  const found = await read(
    { 'a.tfrecord': Buffer.concat([record(), record({ 'image/filename': { bytes: ['b.jpg'] } })]) },
    pieceBytes,
  )

  expect(objectsByName(found)).toMatchObject({ 'bay.jpg': [{ className: 'crate' }], 'b.jpg': [{ className: 'crate' }] })
  expect(found.problems).toEqual([])
})

test('features come in any order, and lists may be unpacked', async () => {
  const entries = [
    field(
      1,
      Buffer.concat([
        field(2, field(2, Buffer.concat([0x3f, 0x00].map(() => unpacked(0.5))))),
        field(1, 'image/object/bbox/xmax'),
      ]),
    ),
    ...Object.entries({ xmin: 0, ymin: 0, ymax: 1 }).map(([side, value]) =>
      entry(`image/object/bbox/${side}`, field(2, field(1, packedFloats([value, value])))),
    ),
    entry('image/object/class/label', field(3, Buffer.concat([Buffer.of(8), varint(7), Buffer.of(8), varint(300)]))),
    entry('image/filename', field(1, field(1, 'bay.jpg'))),
  ]

  const found = await read({ 'a.record-00000-of-00001': tfRecord(field(1, Buffer.concat(entries))) })

  expect(objectsByName(found)).toEqual({
    'bay.jpg': [
      { className: 'class-7', kind: 'box', box: { x0: 0, y0: 0, x1: 100, y1: 100 } },
      { className: 'class-300', kind: 'box', box: { x0: 0, y0: 0, x1: 100, y1: 100 } },
    ],
  })
})

function unpacked(value: number): Uint8Array {
  return Buffer.concat([Buffer.of(0x0d), packedFloats([value])])
}

function entry(name: string, list: Uint8Array): Uint8Array {
  return field(1, Buffer.concat([field(1, name), field(2, list)]))
}

test('classes are named by texts, else by the label map, else by their numbers', async () => {
  const numbered = { 'image/object/class/text': { bytes: [] } }
  const other = { ...numbered, 'image/filename': { bytes: ['b.jpg'] }, 'image/object/class/label': { ints: [3] } }
  const map = 'item {\n  name: "/m/1"\n  id: 2,\n  display_name: \'cr"ate }\'\n}\nitem { id: 4 name: "x" }'

  const found = await read({
    'val/a.tfrecord': Buffer.concat([
      record(numbered),
      record(other),
      record({ 'image/filename': { bytes: ['c.jpg'] } }),
    ]),
    'val/a_label_map.pbtxt': map,
  })

  expect(objectsByName(found)).toMatchObject({
    'bay.jpg': [{ className: 'cr"ate }' }],
    'b.jpg': [{ className: 'class-3' }],
    'c.jpg': [{ className: 'crate' }],
  })
  expect(found.images[0]?.split).toBe('valid')
})

describe('what is wrong is named with its record, and the rest is read', () => {
  test('records and objects', async () => {
    const damaged = Buffer.from(record())
    damaged[20] = (damaged[20] ?? 0) ^ 1
    const records = [
      damaged,
      tfRecord(Buffer.from([0xff, 0xff])),
      tfRecord(Buffer.from([])),
      tfRecord(exampleOf({ 'image/height': { ints: [100] } })),
      record({ 'image/object/bbox/xmin': { floats: [] } }),
      record({ 'image/object/bbox/xmin': { floats: [Number.NaN] } }),
      record({ 'image/object/bbox/xmin': { floats: [1e30] }, 'image/filename': { bytes: ['../../etc/b.jpg'] } }),
      record({ 'image/filename': { bytes: ['c.jpg'] }, 'image/object/class/text': { bytes: ['x'.repeat(300)] } }),
    ]

    const found = await read({
      'a.tfrecord': Buffer.concat(records),
      'b.pbtxt': Buffer.from('item { name: "\xff" }', 'latin1'),
    })

    expect(found.problems).toMatchInlineSnapshot(`
      [
        "b.pbtxt line 1: The file is not UTF-8. Save it as UTF-8.",
        "a.tfrecord: Record 1 skipped: data checksum mismatch.",
        "a.tfrecord: Record 2 skipped: not a tf.train.Example.",
        "a.tfrecord: Record 3 skipped: the image is missing.",
        "a.tfrecord: Record 4 skipped: the image is missing.",
        "a.tfrecord: Record 5 skipped: its lists of box coordinates differ in length.",
        "a.tfrecord: Skipped: object 1 of record 6 has a side that is not a number.",
        "a.tfrecord: Skipped: object 1 of record 7 contains 1.0000000150474662e+30; positions and sizes must be relative to the image size, from 0 to 1.",
      ]
    `)
    expect(objectsByName(found)).toMatchObject({ 'bay.jpg': [], '../../etc/b.jpg': [], 'c.jpg': [{ kind: 'box' }] })
  })

  test.each([
    ['cut off in a length', record().subarray(0, 5), 'Record 1 is cut off.'],
    ['cut off in its data', record().subarray(0, 50), 'Record 1 is cut off.'],
    [
      'of another kind',
      Buffer.from('no record, and more than twelve bytes of it'),
      'Record 1 has a length checksum mismatch. It and all later records are skipped.',
    ],
    ['longer than all memory', endless(), 'Record 1 is longer than 128 MB. It and all later records are skipped.'],
  ])('a file that is %s', async (_, bytes, problem) => {
    expect((await read({ 'a.tfrecord': bytes })).problems).toEqual([`a.tfrecord: ${problem}`])
  })

  test('whatever bytes a record has, nothing is thrown', async () => {
    const data = Buffer.from(exampleOf(FEATURES))
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat({ max: data.length - 1 }), fc.nat({ max: 255 })), { maxLength: 5 }),
        async (changes) => {
          const changed = Buffer.from(data)
          for (const [at, value] of changes) changed[at] = value

          const { images, problems } = await read({ 'a.tfrecord': tfRecord(changed) })

          expect(images.length + problems.length).toBeGreaterThan(0)
        },
      ),
    )
  })
})

/** The head of a record of 2⁶³ bytes, with the right checksum. */
function endless(): Uint8Array {
  const length = Buffer.alloc(8)
  length.writeBigUInt64LE(1n << 63n)
  // A record whose data is this length starts with its own head; the next four bytes are the checksum of the length.
  return Buffer.concat([length, tfRecord(length).subarray(-4)])
}
