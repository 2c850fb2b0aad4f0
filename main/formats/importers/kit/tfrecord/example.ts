import { type Field, readFields, readVarints } from './protobuf.ts'

/** What a record says by one name. */
export interface Feature {
  readonly bytes: readonly Buffer[]
  readonly numbers: readonly number[]
}

/** The features of a `tf.train.Example`, in whatever order they come; undefined when the bytes are none. */
export function readExample(data: Buffer): ReadonlyMap<string, Feature> | undefined {
  const features = new Map<string, Feature>()
  for (const example of readFields(data) ?? [BROKEN]) {
    if (example.number !== 1) continue
    for (const entry of fieldsIn(example) ?? [BROKEN]) {
      const read = entry.number === 1 ? readEntry(entry) : undefined
      if (read === undefined) return undefined
      features.set(...read)
    }
  }
  return features
}

/** Stands for fields that cannot be read. */
const BROKEN: Field = { number: 1, content: 0n }

function fieldsIn({ content }: Field): readonly Field[] | undefined {
  return typeof content === 'bigint' ? undefined : readFields(content)
}

function readEntry(entry: Field): readonly [string, Feature] | undefined {
  const fields = fieldsIn(entry)
  const name = fields?.find(({ number }) => number === 1)?.content
  const value = fields?.find(({ number }) => number === 2)
  const lists = value ? fieldsIn(value) : []
  if (name === undefined || typeof name === 'bigint' || lists === undefined) return undefined
  const feature = readLists(lists)
  return feature && [name.toString('utf8'), feature]
}

/** A feature is one list: of bytes, of numbers with fractions, or of whole numbers. */
function readLists(lists: readonly Field[]): Feature | undefined {
  const read = lists.map(readList)
  const known = read.flatMap((list) => list ?? [])
  if (known.length < read.length) return undefined
  return { bytes: known.flatMap(({ bytes }) => bytes), numbers: known.flatMap(({ numbers }) => numbers) }
}

function readList(list: Field): Feature | undefined {
  const values = fieldsIn(list)?.filter(({ number }) => number === 1)
  if (list.number === 1) {
    return (
      values && { bytes: values.flatMap(({ content }) => (typeof content === 'bigint' ? [] : content)), numbers: [] }
    )
  }
  const numbers = values?.map(({ content }) => (list.number === 2 ? floatsOf(content) : wholesOf(content)))
  if (numbers === undefined || numbers.includes(undefined)) return undefined
  return { bytes: [], numbers: numbers.flatMap((some) => some ?? []) }
}

/** One number, or many packed behind each other. */
function floatsOf(content: Field['content']): readonly number[] | undefined {
  if (typeof content === 'bigint' || content.length % 4 !== 0) return undefined
  return Array.from({ length: content.length / 4 }, (_, index) => content.readFloatLE(index * 4))
}

function wholesOf(content: Field['content']): readonly number[] | undefined {
  const values = typeof content === 'bigint' ? [content] : readVarints(content)
  return values?.map((value) => Number(BigInt.asIntN(64, value)))
}
