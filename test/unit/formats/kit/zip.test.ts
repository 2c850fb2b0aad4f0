import { deepEqual } from 'node:assert/strict'
import { crc32, createInflateRaw, inflateRawSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { fromBufferPromise } from 'yauzl'
import { type ZipEntry, zipFile } from '#formats/kit/zip'
import { dataDescriptor, directoryEnd, directoryRecord, dosTime, type EntryFacts } from '#formats/kit/zip-records'
import { collect } from '../exporters/kit.ts'

const MODIFIED = new Date('2026-01-02T03:04:05.678Z')
const FOUR_GIB = 2 ** 32

test('a reader that never sees the end of the file unpacks every entry as it passes', async () => {
  const text = 'löffel\n'.repeat(1000)

  const bytes = await zipped([
    entry('train/Löffel.jpg', 'JPEG'),
    entry('labels.txt', text, true),
    { path: 'all.json', content: some(Buffer.from(text), Buffer.from('end')), isDeflated: true },
    entry('valid/', ''),
    entry('b.jpg', 'PK\u0003\u0004'),
  ])

  expect(await readForward(bytes)).toEqual([
    { path: 'train/Löffel.jpg', method: 0, text: 'JPEG' },
    { path: 'labels.txt', method: 8, text },
    { path: 'all.json', method: 8, text: `${text}end` },
    { path: 'valid/', method: 0, text: '' },
    { path: 'b.jpg', method: 0, text: 'PK\u0003\u0004' },
  ])
})

test('a text that deflating would hardly make smaller on a disk is stored as it is', async () => {
  const short = '0 0.5 0.5 0.1 0.1\n'.repeat(56)
  const longer = `${short}0 0.5 0.5 0.1\n0.1\n`

  const bytes = await zipped([entry('short.txt', short, true), entry('longer.txt', longer, true)])

  expect(await readForward(bytes)).toEqual([
    { path: 'short.txt', method: 0, text: short },
    { path: 'longer.txt', method: 8, text: longer },
  ])
})

test('files and folders have the modes that people give them', async () => {
  const bytes = await zipped([entry('a.jpg', 'JPEG'), entry('valid/', '')])

  const entries = await readByDirectory(bytes)

  const modes = entries.map(({ externalFileAttributes }) => (externalFileAttributes >>> 16).toString(8))
  expect(modes).toEqual(['100644', '40755'])
})

test('seventy thousand entries are all found by both ways of reading', async () => {
  const paths = Array.from({ length: 70_000 }, (_, i) => `train/${i}.txt`)

  const bytes = await zipped(paths.map((path) => entry(path, path)))

  expect((await readByDirectory(bytes)).map(({ fileName }) => fileName)).toEqual(paths)
  expect((await readForward(bytes)).map(({ text }) => text)).toEqual(paths)
}, 60_000)

test('only a directory that needs ZIP64 has it', () => {
  const small = { entries: 65_534, offset: FOUR_GIB - 2, bytes: FOUR_GIB - 2 }

  expect(directoryEnd(small)).toHaveLength(22)
  expect(directoryEnd({ ...small, entries: 65_535 })).toHaveLength(98)
  expect(directoryEnd({ ...small, offset: FOUR_GIB - 1 })).toHaveLength(98)
  expect(directoryEnd({ ...small, bytes: FOUR_GIB - 1 })).toHaveLength(98)
})

test('the ZIP64 end of a directory says where it is itself', () => {
  const end = directoryEnd({ entries: 70_000, offset: 5 * FOUR_GIB, bytes: 1000 })

  expect(end.readBigUInt64LE(32)).toBe(70_000n)
  expect(end.readBigUInt64LE(40)).toBe(1000n)
  expect(end.readBigUInt64LE(48)).toBe(5n * 2n ** 32n)
  expect(end.readBigUInt64LE(64)).toBe(5n * 2n ** 32n + 1000n)
})

test('only the numbers of an entry that are too large are eight bytes long', () => {
  const [plain, far, long] = [
    directoryRecord(facts(), FOUR_GIB - 2),
    directoryRecord(facts(), FOUR_GIB),
    directoryRecord(facts({ bytes: FOUR_GIB + 1 }), 5),
  ]

  expect({ extra: plain.length - 47, version: plain.readUInt16LE(6) }).toEqual({ extra: 0, version: 20 })
  expect({ extra: far.subarray(47).toString('hex'), offset: far.readUInt32LE(42) }).toEqual({
    extra: '010008000000000001000000',
    offset: FOUR_GIB - 1,
  })
  expect({ extra: long.subarray(47).toString('hex'), bytes: long.readUInt32LE(24) }).toEqual({
    extra: '010008000100000001000000',
    bytes: FOUR_GIB - 1,
  })
  expect([far.readUInt16LE(6), long.readUInt16LE(6)]).toEqual([45, 45])
})

test('the sizes behind a text are eight bytes long only above four gigabytes', () => {
  expect(dataDescriptor(facts({ bytes: FOUR_GIB - 2 }))).toHaveLength(16)
  expect(dataDescriptor(facts({ bytes: FOUR_GIB }))).toHaveLength(24)
})

test.each([
  ['2026-01-02T03:04:05.678Z', '2026-01-02 03:04:04'],
  ['1970-01-01T00:00:00Z', '1980-01-01 00:00:00'],
  ['2107-12-31T23:59:59Z', '2107-12-31 23:59:58'],
  ['2500-06-01T00:00:00Z', '2107-12-31 23:59:58'],
])('the time %s is written as %s', (time, written) => {
  expect(fromDosTime(dosTime(new Date(time)))).toBe(written)
})

function entry(path: string, text: string, isDeflated = false): ZipEntry {
  return { path, content: Buffer.from(text), isDeflated }
}

function facts(changes: Partial<EntryFacts> = {}): EntryFacts {
  const none = { time: 0, isDeflated: false, hasDescriptor: true, crc: 0, packedBytes: 0, bytes: 0 }
  return { name: Buffer.from('a'), ...none, ...changes }
}

async function zipped(entries: readonly ZipEntry[]): Promise<Buffer> {
  return Buffer.concat(await collect(zipFile(some(...entries), MODIFIED)))
}

async function* some<Item>(...items: readonly Item[]): AsyncGenerator<Item> {
  yield* items
}

async function readByDirectory(bytes: Buffer) {
  const zip = await fromBufferPromise(bytes)
  return collect(zip.eachEntry())
}

/** Reads as a stream is read: what an entry is must stand before it, but deflated bytes say themselves where they end. */
async function readForward(bytes: Buffer) {
  const entries = []
  for (let at = 0; bytes.readUInt32LE(at) === 0x04034b50; ) {
    const { end, ...entry } = await entryAt(bytes, at)
    entries.push(entry)
    at = end
  }
  return entries
}

async function entryAt(bytes: Buffer, at: number) {
  const method = bytes.readUInt16LE(at + 8)
  const start = at + 30 + bytes.readUInt16LE(at + 26)
  const path = bytes.subarray(at + 30, start).toString()
  const hasDescriptor = (bytes.readUInt16LE(at + 6) & 8) !== 0
  if (hasDescriptor && method === 0) throw new Error(`Where ${path} ends cannot be known`)
  const packed = hasDescriptor
    ? bytes.subarray(start, start + (await deflatedBytes(bytes.subarray(start))))
    : bytes.subarray(start, start + bytes.readUInt32LE(at + 18))
  const content = method === 8 ? inflateRawSync(packed) : packed
  const behind = start + packed.length
  const sums = hasDescriptor ? behind + 4 : at + 14
  const told = [sums, sums + 4, sums + 8].map((field) => bytes.readUInt32LE(field))
  deepEqual(told, [crc32(content), packed.length, content.length])
  return { path, method, text: content.toString(), end: hasDescriptor ? behind + 16 : behind }
}

async function deflatedBytes(bytes: Uint8Array): Promise<number> {
  const inflater = createInflateRaw()
  inflater.end(bytes)
  for await (const _ of inflater);
  return inflater.bytesWritten
}

function fromDosTime(value: number): string {
  const [date, time] = [value >>> 16, value & 0xffff]
  const parts = [(date >> 9) + 1980, (date >> 5) & 15, date & 31, time >> 11, (time >> 5) & 63, (time & 31) * 2]
  const [year, month, day, hour, minute, second] = parts.map((part) => String(part).padStart(2, '0'))
  return `${year}-${month}-${day} ${hour}:${minute}:${second}`
}
