import { PbfReader } from 'pbf'

/** A record's values under one name. */
export interface Feature {
  readonly bytes: readonly Buffer[]
  readonly numbers: readonly number[]
}

/** The features of a `tf.train.Example`, in whatever order they come; undefined when the bytes are none. */
export function readExample(data: Buffer): ReadonlyMap<string, Feature> | undefined {
  const features = new Map<string, Feature>()
  const reader = new PbfReader(data)
  try {
    eachField(reader, data.length, (field) => {
      if (field !== 1) return
      eachField(reader, endOfContent(reader), (entry) => {
        if (entry === 1) features.set(...readEntry(reader))
      })
    })
    return features
  } catch {
    return undefined
  }
}

/** The wire types of whole numbers, of what has a length, and of numbers with fractions. */
const [VARINT, BYTES, FIXED32] = [0, 2, 5]

/** Throws where the last field ends elsewhere than its message: the reader itself goes beyond. */
function eachField(reader: PbfReader, end: number, visit: (field: number) => void): void {
  reader.readFields(visit, undefined, end)
  if (reader.pos !== end || end > reader.length) throw new RangeError('A message ends in the middle of a field')
}

function endOfContent(reader: PbfReader): number {
  if (reader.type !== BYTES) throw new TypeError('A number stands for a message')
  return reader.readVarint() + reader.pos
}

function readEntry(reader: PbfReader): readonly [string, Feature] {
  let [name, feature]: [string | undefined, Feature] = [undefined, { bytes: [], numbers: [] }]
  eachField(reader, endOfContent(reader), (field) => {
    if (field === 1) name = readBuffer(reader).toString('utf8')
    if (field === 2) feature = readFeature(reader)
  })
  if (name === undefined) throw new TypeError('A feature has no name')
  return [name, feature]
}

/** A feature is one list: of bytes, of numbers with fractions, or of whole numbers. */
function readFeature(reader: PbfReader): Feature {
  const bytes: Buffer[] = []
  const numbers: number[] = []
  const add = (number: number) => numbers.push(number)
  eachField(reader, endOfContent(reader), (list) => {
    eachField(reader, endOfContent(reader), (field) => {
      if (field !== 1) return
      if (list === 1) bytes.push(readBuffer(reader))
      if (list === 2) eachNumber(reader, FIXED32, () => add(reader.readFloat()))
      if (list === 3) eachNumber(reader, VARINT, () => add(reader.readVarint(true)))
    })
  })
  return { bytes, numbers }
}

function readBuffer(reader: PbfReader): Buffer {
  if (reader.type !== BYTES) throw new TypeError('A number stands for a text')
  const { buffer, byteOffset, byteLength } = reader.readBytes()
  return Buffer.from(buffer, byteOffset, byteLength)
}

/** One number, or many packed behind each other. */
function eachNumber(reader: PbfReader, alone: number, read: () => void): void {
  if (reader.type === alone) return read()
  const end = endOfContent(reader)
  while (reader.pos < end) read()
  if (reader.pos !== end) throw new RangeError('A list ends in the middle of a number')
}
