import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sentenceOf } from '#common/messages/sentence'
import { graphBuilder } from '#inference/onnx/build'
import { protoWriter } from '#inference/onnx/protobuf'
import { readSignature, readSignatureFrom } from '#inference/onnx/read-signature'
import { floats } from '#inference/onnx/tensors'
import type { OnnxModel } from '#inference/onnx/types'
import { writeModel } from '#inference/onnx/write-model'

function model(options: Omit<OnnxModel, 'graph'> = {}, weights = floats([1])): Uint8Array {
  const g = graphBuilder()
  const points = g.input('points', 'float32', ['batch', 'points', 2])
  const labels = g.op('Cast', [g.input('labels', 'int64', ['batch', 'points'])], { to: 1 })
  const scaled = g.op('Mul', [points, g.constant(weights, 'weights')])
  g.output('scaled', scaled, { dims: ['batch', 'points', 2] })
  g.output('known', g.op('Greater', [labels, 0]), { type: 'bool', dims: ['batch', 'points'] })
  return writeModel({ graph: g.graph(), ...options })
}

/** The file as a disk gives it, and how much of it was read. */
function disk(bytes: Uint8Array) {
  const source = {
    size: bytes.length,
    readBytes: 0,
    async read(offset: number, length: number) {
      source.readBytes += length
      return bytes.slice(offset, offset + length)
    },
  }
  return source
}

/** A model file of these fields alone. */
function written(write: (out: ReturnType<typeof protoWriter>) => void): Uint8Array {
  const out = protoWriter()
  write(out)
  return out.finish()
}

const SIGNATURE = {
  inputs: [
    { name: 'points', type: 'float32', dims: ['batch', 'points', 2] },
    { name: 'labels', type: 'int64', dims: ['batch', 'points'] },
  ],
  outputs: [
    { name: 'scaled', type: 'float32', dims: ['batch', 'points', 2] },
    { name: 'known', type: 'bool', dims: ['batch', 'points'] },
  ],
  metadata: {},
  opset: 17,
  producer: 'tessera',
  externalFiles: [],
}

test('a file tells the tensors that its model takes and gives', () => {
  expect(readSignature(model())).toEqual({ ok: true, value: SIGNATURE })
})

test('a file tells its metadata, its operators and who wrote it', () => {
  const metadata = { names: "{0: 'blåbær'}", stride: '32', note: '' }

  const signature = readSignature(model({ metadata, opset: 13, producer: 'pytorch' }))

  expect(signature).toEqual({ ok: true, value: { ...SIGNATURE, metadata, opset: 13, producer: 'pytorch' } })
})

test('the files beside a model that hold its numbers are named once each', () => {
  const g = graphBuilder()
  const beside = (location: string, offset: number) =>
    g.constant({ type: 'float32', dims: [1], data: { location, offset, length: 4 } })
  g.output('sum', g.op('Sum', [beside('a.data', 0), beside('b.data', 0), beside('a.data', 4)]), { dims: [1] })

  expect(readSignature(writeModel({ graph: g.graph() }))).toMatchObject({
    value: { externalFiles: ['a.data', 'b.data'] },
  })
})

test('weights that an old exporter lists among the inputs are no inputs', () => {
  const g = graphBuilder()
  g.output('sum', g.op('Add', [g.input('x', 'float32', [1]), g.constant(floats([1]), 'weight')]), { dims: [1] })
  const graph = g.graph()
  const inputs = [...graph.inputs, { name: 'weight', type: 'float32', dims: [1] } as const]

  const signature = readSignature(writeModel({ graph: { ...graph, inputs } }))

  expect(signature).toMatchObject({ value: { inputs: [{ name: 'x' }] } })
})

test('lengths that an exporter leaves open are question marks, and what is no tensor is unknown', () => {
  const bytes = written((out) =>
    out.message(7, () => {
      out.message(11, () => {
        out.text(1, 'x')
        out.message(2, () =>
          out.message(1, () => {
            out.int(1, 10)
            out.message(2, () => [-1, undefined, 4].forEach((dim) => out.message(1, () => dim && out.int(1, dim))))
          }),
        )
      })
      out.message(12, () => out.text(1, 'probabilities'))
    }),
  )

  expect(readSignature(bytes)).toMatchObject({
    value: {
      inputs: [{ name: 'x', type: 'float16', dims: ['?', '?', 4] }],
      outputs: [{ name: 'probabilities', type: 'unknown', dims: [] }],
      opset: 0,
    },
  })
})

test('of a large file only a little is read', async () => {
  const file = disk(model({ metadata: { names: "{0: 'red'}" } }, floats(new Float32Array(4_000_000))))

  const signature = await readSignatureFrom(file)

  expect(signature).toEqual({ ok: true, value: { ...SIGNATURE, metadata: { names: "{0: 'red'}" } } })
  expect(file.readBytes).toBeLessThan(100_000)
})

test('a file that ends while it is read is refused', async () => {
  const whole = disk(model())

  const signature = await readSignatureFrom({ size: whole.size + 1000, read: whole.read })

  expect(reasonIn(signature)).toBe('it ends before its stated size')
})

const STRANGE_BYTES = 'it does not have the structure of an ONNX file'

test.each([
  ['nothing', new Uint8Array(0), 'it is empty'],
  [
    'a pointer',
    Buffer.from('version https://git-lfs.github.com/spec/v1\noid'),
    'it is a Git LFS pointer to the file, not the file itself',
  ],
  [
    'weights of PyTorch',
    Buffer.from('PK\x03\x04model/data.pkl'),
    'it is a ZIP archive, as PyTorch writes its weights; export the model as ONNX',
  ],
  ['a page', Buffer.from('<!doctype html><title>404</title>'), 'it is a web page or an XML file'],
  ['settings', Buffer.from('{"model_type": "sam2"}'), 'it is a JSON file'],
  ['a text', Buffer.from('Hello, world'), STRANGE_BYTES],
  ['half a model', model().subarray(0, 200), 'it ends in the middle of a field'],
  ['an endless number', new Uint8Array(64).fill(0xff), STRANGE_BYTES],
  ['a message without a graph', written((out) => out.int(1, 9)), 'it contains no graph with an output'],
  [
    'an output without a name',
    written((out) => out.message(7, () => out.message(12, () => {}))),
    'one of its inputs or outputs has no name',
  ],
])('%s is refused with the reason', (_, bytes, reason) => {
  expect(reasonIn(readSignature(bytes))).toBe(reason)
})

test('a file that was made to keep a reader busy is given up', () => {
  const axes = written((out) =>
    out.message(7, () =>
      out.message(12, () => {
        out.text(1, 'y')
        out.message(2, () =>
          out.message(1, () => out.message(2, () => Array.from({ length: 65 }, () => out.message(1, () => {})))),
        )
      }),
    ),
  )

  const fields = readSignature(new Uint8Array(3_000_000).fill(8))
  const text = readSignature(written((out) => out.bytes(2, new Uint8Array(17_000_000))))
  expect(reasonIn(fields)).toBe('it has more than 1000000 fields')
  expect(reasonIn(text)).toBe('its names and notes take more than 16 MB')
  expect(reasonIn(readSignature(axes))).toBe('one of its values has more than 64 axes')
})

test('any bytes are answered, in memory as by pieces', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), async (bytes) => {
      const answer = readSignature(bytes)
      expect(answer).toEqual(await readSignatureFrom(disk(bytes)))
    }),
    { numRuns: 2000 },
  )
})

test('a sound file with a few wrong bytes is answered, in memory as by pieces', async () => {
  const sound = model({ metadata: { names: "{0: 'red'}" } })
  const wrong = fc.array(fc.tuple(fc.nat(sound.length - 1), fc.nat(255)), { minLength: 1, maxLength: 6 })
  await fc.assert(
    fc.asyncProperty(wrong, fc.nat(sound.length), async (changes, length) => {
      const bytes = sound.slice(0, Math.max(length, 100))
      for (const [at, byte] of changes) bytes[at] = byte
      const answer = readSignature(bytes)
      expect(answer).toEqual(await readSignatureFrom(disk(bytes)))
    }),
    { numRuns: 2000 },
  )
})

function reasonIn(read: ReturnType<typeof readSignature>): string {
  return read.ok ? '' : sentenceOf(read.error.reason)
}
