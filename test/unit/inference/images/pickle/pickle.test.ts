import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readImage } from '#inference/images/image'
import { ImageError } from '#inference/images/image-error'
import { readPickledPixels } from '#inference/images/pickled'
import { OTHERS, THE_SAME } from './pickled-arrays.ts'

describe('A pickled array is read', () => {
  test.each(Object.entries(THE_SAME))('as %s', (_name, pickled) => {
    const rgb = Array.from({ length: 6 }, (_, pixel) => [2, 1, 0].map((channel) => 200 + 3 * pixel + channel)).flat()

    const pixels = readPickledPixels(bytesOf(pickled))

    expect({ ...pixels, data: [...pixels.data] }).toEqual({ width: 3, height: 2, data: rgb })
  })

  test('with one channel as grey', () => {
    const pixels = readPickledPixels(bytesOf(OTHERS.grey))

    expect([...pixels.data]).toEqual([5, 5, 5, 6, 6, 6, 7, 7, 7, 8, 8, 8])
  })

  test('with four channels without the last', () => {
    const pixels = readPickledPixels(bytesOf(OTHERS.rgba))

    expect([...pixels.data]).toEqual([2, 1, 0])
  })

  test('with truths as 0 and 1', () => {
    const pixels = readPickledPixels(bytesOf(OTHERS.truths))

    expect([...pixels.data]).toEqual([0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1])
  })

  test('when it is written by hand', () => {
    const pixels = readPickledPixels(arrayOf({ shape: '\x4b\x01\x4b\x01\x4b\x03\x87', bytes: 'C\x03\x01\x02\x03' }))

    expect(pixels).toEqual({ width: 1, height: 1, data: Uint8Array.of(3, 2, 1) })
  })
})

test('a pickled array is an image like any other', async () => {
  const image = await readImage({ kind: 'pickled', bytes: bytesOf(OTHERS.rgba) })

  expect(image.size).toEqual({ width: 1, height: 1 })
  expect([...(await image.pixels()).data]).toEqual([2, 1, 0])
})

describe('A pickle is refused', () => {
  test.each([
    ['with two dimensions', OTHERS.twoDimensions, 'the array has 2 dimensions, not rows, columns and channels'],
    ['with two channels', OTHERS.twoChannels, /^the array has 2 values in its last dimension/],
    ['without pixels', OTHERS.empty, 'the array is empty'],
    ['with a value below 0', OTHERS.negative, /^the array contains the value -1,/],
    ['with a value above 255', OTHERS.tooBright, /^the array contains the value 256,/],
    ['with what is no number', OTHERS.noNumber, /^the array contains the value NaN,/],
    ['of complex numbers', OTHERS.complex, /^the values of the array are of type "c8"/],
    ['of objects', OTHERS.objects, /which no array needs$/],
    ['of records', OTHERS.record, /which no array needs$|not plain numbers$/],
    ['that is a list', OTHERS.list, 'the pickle has the opcode 0x5d, which no array needs'],
    ['that is a masked array', OTHERS.masked, /^the pickle names numpy\.ma\.core\._mareconstruct, which is not part/],
    ['that is a single number', OTHERS.scalar, /^the pickle names numpy\._core\.multiarray\.scalar, which is not part/],
  ])('%s', (_name, pickled, message) => {
    expect(() => readPickledPixels(bytesOf(pickled))).toThrow(message)
  })

  test.each([
    [
      'that calls a program',
      '\x80\x02cos\nsystem\nX\x02\x00\x00\x00ls\x85R.',
      'the pickle names os.system, which is not part of an array',
    ],
    [
      'that calls a program by its stack',
      '\x80\x04\x8c\x08builtins\x8c\x04eval\x93.',
      /^the pickle names builtins\.eval,/,
    ],
    ['that hides its name', '\x80\x04\x8c\x05\x1b[31m\x8c\x01x\x93.', /^the pickle names \?\[31m\.x,/],
    ['that makes an instance', '\x80\x02(ios\nsystem\n.', 'the pickle has the opcode 0x69, which no array needs'],
    [
      'whose bytes are not there',
      '\x80\x04\x8e\x00\x00\x00\x00\x00\x00\x00\x10.',
      /^the pickle is truncated: 1152921504606847000 bytes/,
    ],
    [
      'whose bytes are beyond numbers',
      `\x80\x04\x8e${'\xff'.repeat(8)}.`,
      /^the pickle is truncated: 18446744073709552000 bytes/,
    ],
    ['whose frame is not there', '\x80\x04\x95\x00\x00\x00\x00\x01\x00\x00\x00.', /^the pickle is truncated: a frame/],
    ['of a protocol to come', '\x80\x06N.', 'the pickle uses protocol 6; at most 5 is supported'],
    ['with a million marks', '('.repeat(1_000_000), 'the pickle has more than 500 steps, which no array needs'],
    [
      'that keeps without end',
      `N${'\x94'.repeat(1_000_000)}.`,
      'the pickle has more than 500 steps, which no array needs',
    ],
    [
      'that nests without end',
      `)${'\x85'.repeat(1_000_000)}.`,
      'the pickle has more than 500 steps, which no array needs',
    ],
    [
      'that takes what it did not keep',
      'j\xff\xff\xff\xff.',
      'the pickle uses value 4294967295, which it did not store',
    ],
    ['that takes from an empty stack', '\x86.', 'the pickle uses a value that does not exist'],
    ['that ends inside a line', 'cnumpy', 'the pickle ends inside a line'],
    ['that goes on after its end', 'N..', '1 bytes follow after the end of the pickle'],
    ['that holds nothing', 'N.', 'the pickle contains no numpy array'],
    ['that is empty', '', /^the pickle is truncated/],
  ])('%s', (_name, text, message) => {
    expect(() => readPickledPixels(Buffer.from(text, 'latin1'))).toThrow(message)
  })

  test('whose shape needs more bytes than it has', () => {
    const pickled = arrayOf({ shape: 'J\xff\x3f\x00\x00J\xff\x3f\x00\x00\x4b\x03\x87', bytes: 'C\x03\x01\x02\x03' })

    expect(() => readPickledPixels(pickled)).toThrow(
      'the array of 16383 × 16383 × 3 values needs 805208067 bytes, but has 3',
    )
  })

  test('whose shape is endless', () => {
    const shape = 'J\xff\xff\xff\x7fJ\xff\xff\xff\x7f\x4b\x03\x87'

    expect(() => readPickledPixels(arrayOf({ shape, bytes: 'C\x03\x01\x02\x03' }))).toThrow(
      'the array has too many pixels',
    )
  })

  test('whose bytes are a text with characters above 255', () => {
    const bytes = 'c_codecs\nencode\nX\x03\x00\x00\x00\xe2\x82\xacX\x06\x00\x00\x00latin1\x86R'

    expect(() => readPickledPixels(arrayOf({ shape: '\x4b\x01\x4b\x01\x4b\x03\x87', bytes }))).toThrow(
      'the pickle has a text with characters above 255 for the bytes of an array',
    )
  })
})

describe('Whatever the bytes are', () => {
  test('a pickle is read or refused as an image', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => {
        expect(['pixels', 'refused']).toContain(outcomeOf(bytes))
      }),
      { numRuns: 2000 },
    )
  })

  test('a pickle that was changed somewhere is read or refused as an image', () => {
    const pickles = Object.values({ ...THE_SAME, ...OTHERS }).map(bytesOf)
    const change = fc.record({ at: fc.nat(), value: fc.nat(255), cut: fc.boolean() })
    const changed = fc.tuple(fc.constantFrom(...pickles), fc.array(change, { minLength: 1, maxLength: 4 }))

    fc.assert(
      fc.property(changed, ([pickle, changes]) => {
        let bytes = Uint8Array.from(pickle)
        for (const { at, value, cut } of changes) {
          if (bytes.length > 0) bytes[at % bytes.length] = value
          if (cut) bytes = bytes.slice(0, at % (bytes.length + 1))
        }
        expect(['pixels', 'refused']).toContain(outcomeOf(bytes))
      }),
      { numRuns: 5000 },
    )
  })
})

/** `pixels` only when they are no more than the bytes can hold. */
function outcomeOf(bytes: Uint8Array): unknown {
  try {
    const { data, width, height } = readPickledPixels(bytes)
    return data.length === 3 * width * height && data.length <= 3 * bytes.length ? 'pixels' : data.length
  } catch (failure) {
    return failure instanceof ImageError ? 'refused' : failure
  }
}

function bytesOf(base64: string): Uint8Array {
  return Buffer.from(base64, 'base64')
}

/** An array of bytes in protocol 4, from the opcodes of its shape and its bytes. */
function arrayOf({ shape, bytes }: { shape: string; bytes: string }): Uint8Array {
  const reconstruct = 'cnumpy.core.multiarray\n_reconstruct\ncnumpy\nndarray\nK\x00\x85C\x01b\x87R'
  const type = 'cnumpy\ndtype\n\x8c\x02u1\x89\x88\x87R(K\x03\x8c\x01|NNNJ\xff\xff\xff\xffJ\xff\xff\xff\xffK\x00tb'
  return Buffer.from(`\x80\x04${reconstruct}(K\x01${shape}${type}\x89${bytes}tb.`, 'latin1')
}
