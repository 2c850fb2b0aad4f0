import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ImageSource } from '#core/models/inference/operations'
import { arrivedPieces, type ImagePiece, sendAhead } from '#inference/host/sent-ahead'

const MEGABYTE = 1024 * 1024

const image: fc.Arbitrary<ImageSource> = fc.oneof(
  fc.record({ kind: fc.constant('file' as const), path: fc.string() }),
  fc.record({
    kind: fc.constantFrom('encoded' as const, 'pickled' as const),
    bytes: fc
      .tuple(fc.constantFrom(0, 1, 1000, MEGABYTE - 1, MEGABYTE, 2.5 * MEGABYTE), fc.nat(255))
      .map(([size, fill]) => new Uint8Array(size).fill(fill)),
  }),
)

test('images that went ahead come together again, and no message is large', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(image, { maxLength: 6 }), async (images) => {
      const arrived = arrivedPieces()
      const sizes: number[] = []

      const input = await sendAhead({ call: 3, input: { images } }, (piece) => {
        sizes.push(piece.bytes.length)
        arrived.add(piece)
      })

      sizes.push(sizeOf('images' in input ? input.images : []))
      expect(Math.max(...sizes)).toBeLessThanOrEqual(MEGABYTE)
      const { images: whole } = { images: [], ...arrived.complete(3, input) }
      expect(whole).toHaveLength(images.length)
      expect(whole.every((made, nth) => isSame(made, images[nth]))).toBe(true)
    }),
    { numRuns: 60 },
  )
})

test.each([
  ['an array', new Uint8Array(5 * MEGABYTE)],
  ['a buffer', Buffer.alloc(5 * MEGABYTE)],
])('one image is cut out of %s of more bytes than its own', async (_name, whole) => {
  const bytes = whole.subarray(MEGABYTE, 3 * MEGABYTE)
  const pieces: ImagePiece[] = []

  await sendAhead({ call: 1, input: { image: { kind: 'encoded', bytes } } }, (piece) => void pieces.push(piece))

  expect(pieces.map((piece) => piece.bytes.buffer.byteLength)).toEqual([MEGABYTE, MEGABYTE])
})

test('others have their turn between pieces, and nothing is sent for a caller that left', async () => {
  const aborting = new AbortController()
  const pieces: ImagePiece[] = []
  const image = { kind: 'encoded' as const, bytes: new Uint8Array(50 * MEGABYTE) }

  const sending = sendAhead({ call: 1, input: { image } }, (piece) => void pieces.push(piece), aborting.signal)
  setImmediate(() => aborting.abort(new Error('Gone')))

  await expect(sending).rejects.toThrow('Gone')
  expect(pieces.length).toBeLessThan(50)
})

test('a caller that left after the last piece is not sent an empty image', async () => {
  const aborting = new AbortController()
  const image = { kind: 'encoded' as const, bytes: new Uint8Array(2 * MEGABYTE) }
  let pieces = 0

  const sending = sendAhead(
    { call: 1, input: { image } },
    () => {
      pieces += 1
      if (pieces === 2) aborting.abort(new Error('Gone'))
    },
    aborting.signal,
  )

  await expect(sending).rejects.toThrow('Gone')
})

test('a call that does not come leaves nothing behind', () => {
  const arrived = arrivedPieces()
  const image = { kind: 'encoded' as const, bytes: new Uint8Array() }
  arrived.add({ kind: 'piece', call: 1, nth: 0, bytes: new Uint8Array(3) })

  arrived.drop(1)

  expect(arrived.complete(1, { image })).toEqual({ image })
})

function sizeOf(images: readonly ImageSource[]): number {
  return images.reduce((sum, one) => sum + (one.kind === 'file' ? 0 : one.bytes.length), 0)
}

function isSame(one: ImageSource, other: ImageSource | undefined): boolean {
  if (one.kind === 'file' || other === undefined || other.kind === 'file') return other !== undefined && one === other
  return one.kind === other.kind && Buffer.from(one.bytes).equals(other.bytes)
}
