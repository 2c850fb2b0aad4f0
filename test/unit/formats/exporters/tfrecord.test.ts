import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { ClassId } from '#common/ids'
import { archiveOf } from '#formats/archive'
import { tfrecord } from '#formats/exporters/tfrecord'
import { crc32c, exampleOf, tfRecord } from '#formats/kit/tfrecord'
import { boxShape, CRATE, collect, harbor, imageOf, noCuts, sourceOf, textsOf, versionOf } from './kit.ts'

test('the checksum is that of the Castagnoli polynomial', () => {
  expect(crc32c(Buffer.from('123456789'))).toBe(0xe3069283)
})

test('a record is its length, the data, and the masked checksums of both', () => {
  expect(hex(tfRecord(new Uint8Array()))).toBe('000000000000000029039807d8ea82a2')
  expect(hex(tfRecord(exampleOf({ 'image/height': { ints: [100] } })))).toBe(
    '19000000000000008bf108280a170a150a0c696d6167652f68656967687412051a030a016445433f08',
  )
})

test('an image with an object is the record that other programs write', async () => {
  const image = imageOf({ fileName: 'a.jpg', shapes: [boxShape(CRATE, [20, 10, 80, 50])] })

  const record = await recordOf(image, Uint8Array.of(0xff, 0xd8, 0xff, 0xd9))

  expect(record).toHaveLength(363)
  expect(hex(record).slice(0, 24)).toBe('5b010000000000001db17261')
  expect(createHash('sha256').update(record).digest('hex')).toBe(
    '0a1b8b9a72e6398bc3ddbc36d70a6d894dce9a529aef8fc003d95bd8986dcf07',
  )
})

test('an image without objects has all lists, and nothing in them', async () => {
  const text = Buffer.from(await recordOf(imageOf(), new Uint8Array())).toString('latin1')

  expect(text).toContain('image/object/bbox/xmin\u0012\u0002\u0012\u0000')
  expect(text).toContain('image/object/class/label\u0012\u0002\u001a\u0000')
  expect(text).toContain('image/object/class/text\u0012\u0002\u000a\u0000')
})

test('names with quotes are read back as they are', async () => {
  const classes = [{ id: ClassId.parse('quote001'), name: 'a "b" \\ c' }]

  const texts = await textsOf(tfrecord.files(sourceOf(versionOf({ classes, group: 'sea things/1' }), [])))

  expect(texts['train/sea-things-1_label_map.pbtxt']).toContain('name: "a \\"b\\" \\\\ c",\n')
})

test('the images in a record file are read one by one, counted, and give the same bytes twice', async () => {
  const [first, second] = [await archived(), await archived()]

  expect(first.counted).toEqual([1, 2])
  expect(first.bytes.equals(second.bytes)).toBe(true)
})

async function archived() {
  const counted: number[] = []
  const archive = archiveOf(tfrecord.files(harbor()), {
    mtime: new Date('2026-01-02T03:04:05Z'),
    signal: new AbortController().signal,
    cutOut: noCuts,
    readImage: async () => Buffer.from('JPEG'),
    report: (images) => counted.push(images),
  })
  return { bytes: Buffer.concat(await collect(archive)), counted }
}

async function recordOf(image: ReturnType<typeof imageOf>, jpeg: Uint8Array): Promise<Uint8Array> {
  const files = await collect(tfrecord.files(sourceOf(versionOf(), [image])))
  const [file] = files.filter(({ kind }) => kind === 'records')
  const [record] = file?.kind === 'records' ? await collect(file.records) : []
  return record?.encode(jpeg) ?? new Uint8Array()
}

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex')
}
