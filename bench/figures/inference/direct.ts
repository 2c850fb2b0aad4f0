import { availableParallelism } from 'node:os'
import { InferenceSession, Tensor } from 'onnxruntime-node'
import type { ImageSource } from '#core/models/inference/operations'
import { readImage } from '#inference/images/image'
import { toTensor } from '#inference/images/tensor'
import { yoloInput } from '#test/kit/toy-models/installed'
import { DETECTOR } from '../../kit/models.ts'

/** The detector without a server, a process boundary and a reader of its answers. */
export interface Direct {
  /** Decodes an image, prepares it and runs the network. */
  whole(image: Uint8Array): Promise<void>
  /** Runs only the network, on prepared input. */
  run(): Promise<void>
  close(): Promise<void>
}

const INPUT = yoloInput(DETECTOR.side)

/** Opens the same network in this process with the host's settings. */
export async function openDirect(path: string, sample: Uint8Array): Promise<Direct> {
  const session = await openNetwork(path)
  const prepared = await prepare(sample)
  const feed = async (tensor: Tensor) => void (await session.run({ images: tensor }))
  return {
    whole: async (image) => feed(await prepare(image)),
    run: () => feed(prepared),
    close: () => session.release(),
  }
}

/** Opens a network in this process with the host's settings. */
export function openNetwork(path: string): Promise<InferenceSession> {
  return InferenceSession.create(path, {
    executionProviders: ['cpu'],
    executionMode: 'sequential',
    intraOpNumThreads: availableParallelism(),
    interOpNumThreads: 1,
    // Spinning threads would slow down the next measurement.
    extra: { session: { intra_op: { allow_spinning: '0' } } },
  })
}

async function prepare(bytes: Uint8Array): Promise<Tensor> {
  const source: ImageSource = { kind: 'encoded', bytes }
  const image = await readImage(source)
  const { pixels } = await image.framed(INPUT)
  const { data, dims } = toTensor(pixels, INPUT)
  if (!(data instanceof Float32Array)) throw new TypeError('Images are prepared as single floats')
  return new Tensor('float32', data, dims)
}
