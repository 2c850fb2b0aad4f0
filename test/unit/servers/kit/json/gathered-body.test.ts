import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { type GatheredBody, gatherBody, joinBody } from '#servers/kit/json/gather'
import { jsonReader } from '#servers/kit/json/json-reader'

const reader = jsonReader({ bounds: { levels: 10, containers: 1000, values: 1000, members: 1000 }, large: 1000 })
afterAll(() => reader.close())

const MEGABYTE = 1024 * 1024

async function gathered(parts: readonly Buffer[], most = MEGABYTE): Promise<GatheredBody> {
  const message = new IncomingMessage(new Socket())
  const body = gatherBody(message, undefined, most)
  for (const part of parts) message.push(part)
  message.push(null)
  return body
}

function part(size: number): Buffer {
  return Buffer.from(new Uint8Array(size).fill(0x20))
}

function textOf(body: GatheredBody): string {
  return joinBody(body).toString()
}

test('long parts of a body stay where they are, and short ones are copied together', async () => {
  const long = part(100_000)
  const short = Array.from({ length: 3000 }, (_, nth) => Buffer.from(`${nth},`))

  const body = await gathered([...short, long, Buffer.from('end')])

  expect(body.blocks).toHaveLength(3)
  expect(body.blocks[1]?.buffer).toBe(long.buffer)
  expect(textOf(body)).toBe(`${short.join('')}${long.toString()}end`)
  expect(body.size).toBe(textOf(body).length)
})

test('a body above its limit is refused while it comes', async () => {
  await expect(gathered([part(900), part(200)], 1000)).rejects.toMatchObject({ code: 'FST_ERR_CTP_BODY_TOO_LARGE' })
})

test('a long body is read in a thread, which gets its memory and not a copy', async () => {
  const short = await gathered([Buffer.from('{"member":'), Buffer.from('"text"}')])
  const long = await gathered([Buffer.from('{"member":"text"'), part(20_000), Buffer.from('}')])

  const [one, other] = [await reader.read(short), await reader.read(long)]

  expect([one, other]).toEqual([
    { kind: 'read', value: { member: 'text' } },
    { kind: 'read', value: { member: 'text' } },
  ])
  expect(short.blocks.map(({ buffer }) => buffer.detached)).toEqual([false])
  expect(long.blocks.map(({ buffer }) => buffer.detached)).toEqual([true, true, true])
})

test('of a body that holds what is looked for come back that text and the members that are asked for, with maps for objects', async () => {
  const fields = { text: 'file', others: ['names', 'key'], mostEntries: 3 }
  const of = (more: object, spaces: number) =>
    gathered([Buffer.from(`${JSON.stringify({ file: '0 1', k0: 1, k1: {}, ...more })}${' '.repeat(spaces)}`)])
  const held = { file: '0 1', names: { names: ['a', 'b', 'c'] } }
  const full = { file: '0 1', key: 'k', names: { 0: 'a', 1: 'b', 2: 'c' } }
  const crowded = { names: { names: { 0: [], 1: {}, 2: 1, 3: [] } } }

  for (const spaces of [0, 2000]) {
    expect(await reader.readHolding(fields, await of(held, spaces))).toEqual({
      text: '0 1',
      read: { kind: 'read', value: { names: new Map([['names', ['a', 'b', 'c']]]) } },
    })
    expect(await reader.readHolding(fields, await of(full, spaces))).toEqual({
      text: '0 1',
      read: { kind: 'read', value: { key: 'k', names: new Map(Object.entries(full.names)) } },
    })
    expect((await reader.readHolding(fields, await of(crowded, spaces))).read).toEqual({
      kind: 'crowded',
      member: 'names',
    })
  }
})

test('a short body of very many members is read in a thread', async () => {
  const members = (count: number) => Array.from({ length: count }, (_, nth) => `"member ${nth}":[${nth}]`)
  const bodyOf = (count: number) => gathered([Buffer.from(`{${members(count).join()}}`.padEnd(300_000))])
  const bounds = { levels: 10, containers: 20_000, values: 20_000, members: 20_000 }
  const roomy = jsonReader({ bounds })
  const [few, many] = [await bodyOf(100), await bodyOf(10_001)]

  const read = [await roomy.read(few), await roomy.read(many)]
  await roomy.close()

  expect(read.map(({ kind }) => kind)).toEqual(['read', 'read'])
  expect([few, many].map(({ blocks }) => blocks.some(({ buffer }) => buffer.detached))).toEqual([false, true])
})

test('a body comes back as text where it does not hold what is looked for, and as its value where it does', async () => {
  const of = (text: string) => gathered([Buffer.from(`${text}${' '.repeat(2000)}`)])

  const fields = { text: 'file', others: [], mostEntries: 3 }
  const held = await reader.readHolding(fields, await of('{"file":"0 1 1 1 1"}'))
  const bare = await reader.readHolding(fields, await of('{"images":[]}'))
  const lines = await reader.readHolding(fields, await of('{"one":1}\n{"two":2}'))
  const deep = await reader.readHolding(fields, await of('['.repeat(11)))

  expect(held).toEqual({ text: '0 1 1 1 1', read: { kind: 'read', value: {} } })
  expect(bare).toMatchObject({
    read: { kind: 'read', value: undefined },
    text: expect.stringMatching(/^\{"images":\[\]\} +$/),
  })
  expect([lines.read.kind, lines.text]).toEqual(['not-json', '{"one":1}\n{"two":2}'.padEnd(2019)])
  expect(deep.read).toEqual({ kind: 'excess', of: 'levels' })
  expect(await reader.text(await of('0 1 1 1 1'))).toMatch(/^0 1 1 1 1 *$/)
  expect(await reader.text(await gathered([Buffer.alloc(2000, 0xe9)]))).toBeUndefined()
})

test('a text of megabytes comes in parts, also out of its wrapping, and nothing of it is lost', async () => {
  const long = 'line 🙂 of text\n'.repeat(100_000)
  const fields = { text: 'file', others: [], mostEntries: 3 }
  const wrapped = JSON.stringify({ file: long })

  const bare = await reader.text(await gathered([Buffer.from(long)], 10 * MEGABYTE))
  const held = await reader.readHolding(fields, await gathered([Buffer.from(wrapped)], 10 * MEGABYTE))

  for (const text of [bare, held.text]) {
    if (typeof text === 'string' || text === undefined) throw new Error('The text came in one piece')
    expect(Math.max(...text.map(({ length }) => length))).toBeLessThan(MEGABYTE)
    expect(text.join('')).toBe(long)
  }
})

test('long texts of members that are base64 come as bytes, which are empty where they are not base64', async () => {
  const bytes = Buffer.alloc(30_000, 7)
  const of = (image: string) => gathered([Buffer.from(JSON.stringify({ image, other: bytes.toString('base64') }))])

  const [sound, other] = [await of(bytes.toString('base64')), await of('%'.repeat(40_000))]

  expect(await reader.read(sound, ['image'])).toEqual({
    kind: 'read',
    value: { image: new Uint8Array(bytes), other: bytes.toString('base64') },
  })
  expect(await reader.read(other, ['image'])).toMatchObject({ value: { image: new Uint8Array() } })
})
