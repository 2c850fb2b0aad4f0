import { message } from '#common/messages/message'
import { ModelRunError } from './errors.ts'
import type { Session, Tensor, TensorArrays, Tensors } from './session.ts'

interface Waiting {
  readonly inputs: Tensors
  /** Images in it. */
  readonly count: number
  resolve(outputs: Tensors): void
  reject(failure: unknown): void
}

/** While the network is free, others that are about to come are waited for so long. */
const WINDOW_MS = 2

export interface Batching {
  /** Most images of one run. */
  readonly most: number
  /** Whether calls are under way besides those that wait here already; without any the window is not waited for. */
  isMoreComing(waiting: number): boolean
}

/**
 * A network that runs what waits for it together: inputs with the same shapes but for their first dimension are laid one behind the
 * other, and the outputs cut apart again. Whatever comes while the network is busy waits anyway, so under load nothing is delayed.
 * A network whose first dimension has a fixed length runs one after the other.
 */
export function batchedSession(session: Session, { most, isMoreComing }: Batching): Session {
  if (most < 2 || !isDynamic(session)) return session
  const queue: Waiting[] = []
  let isRunning = false
  let isOpening = false

  function start(): void {
    if (isRunning || isOpening || queue.length === 0) return
    if (!isMoreComing(queue.length) || imagesIn(queue) >= most) return void runNext()
    isOpening = true
    setTimeout(() => {
      isOpening = false
      void runNext()
    }, WINDOW_MS)
  }

  async function runNext(): Promise<void> {
    if (isRunning || queue.length === 0) return
    isRunning = true
    const batch = takeBatch(queue, most)
    try {
      await runBatch(session, batch)
    } catch (failure) {
      for (const { reject } of batch) reject(failure)
    } finally {
      isRunning = false
      start()
    }
  }

  return {
    ...session,
    run(inputs, kept) {
      if (kept !== undefined) return session.run(inputs, kept)
      return new Promise((resolve, reject) => {
        queue.push({ inputs, count: firstOf(inputs), resolve, reject })
        start()
      })
    },
  }
}

function isDynamic({ inputs, outputs }: Session): boolean {
  return [...inputs, ...outputs].every(({ dims }) => typeof dims[0] === 'string')
}

/** The first that waits, and those behind it that fit it, up to `most` images. */
function takeBatch(queue: Waiting[], most: number): readonly Waiting[] {
  const [first] = queue
  if (first === undefined) return []
  const batch: Waiting[] = []
  let count = 0
  for (const waiting of queue.slice()) {
    if (batch.length > 0 && (count + waiting.count > most || !fits(first.inputs, waiting.inputs))) continue
    batch.push(waiting)
    count += waiting.count
    queue.splice(queue.indexOf(waiting), 1)
  }
  return batch
}

function fits(one: Tensors, other: Tensors): boolean {
  return Object.entries(one).every(([name, { type, dims }]) => {
    const match = other[name]
    return match?.type === type && dims.slice(1).join() === match.dims.slice(1).join()
  })
}

async function runBatch(session: Session, batch: readonly Waiting[]): Promise<void> {
  const [first] = batch
  if (first === undefined) return
  if (batch.length === 1) return first.resolve(await session.run(first.inputs))
  const total = imagesIn(batch)
  const names = Object.keys(first.inputs)
  const joined = names.map(
    (name) =>
      [
        name,
        joinTensors(
          batch.flatMap(({ inputs }) => inputs[name] ?? []),
          total,
        ),
      ] as const,
  )
  const outputs = await session.run(Object.fromEntries(joined))
  let start = 0
  for (const { count, resolve } of batch) {
    resolve(cutAll(outputs, { start, count, total }))
    start += count
  }
}

interface Share {
  readonly start: number
  readonly count: number
  readonly total: number
}

function cutAll(tensors: Tensors, share: Share): Tensors {
  return Object.fromEntries(Object.entries(tensors).map(([name, tensor]) => [name, cutTensor(tensor, share)]))
}

function cutTensor<Of extends Tensor>(tensor: Of, { start, count, total }: Share): Of {
  const [first, ...rest] = tensor.dims
  if (first !== total) throw new ModelRunError(message('model-rows-misfit', { rows: String(first), images: total }))
  const row = tensor.data.length / total
  return { ...tensor, dims: [count, ...rest], data: tensor.data.slice(start * row, (start + count) * row) }
}

function joinTensors(parts: readonly Tensor[], total: number): Tensor {
  const [first] = parts
  if (first === undefined) throw new RangeError('There is nothing to join')
  const dims = [total, ...first.dims.slice(1)]
  const length = parts.reduce((sum, { data }) => sum + data.length, 0)
  switch (first.type) {
    case 'float32':
      return { type: first.type, dims, data: joined(new Float32Array(length), parts) }
    case 'float16':
      return { type: first.type, dims, data: joined(new Uint16Array(length), parts) }
    case 'int8':
      return { type: first.type, dims, data: joined(new Int8Array(length), parts) }
    case 'int32':
      return { type: first.type, dims, data: joined(new Int32Array(length), parts) }
    case 'int64':
      return { type: first.type, dims, data: joined(new BigInt64Array(length), parts) }
    case 'uint8':
    case 'bool':
      return { type: first.type, dims, data: joined(new Uint8Array(length), parts) }
  }
}

function joined<Values extends TensorArrays[keyof TensorArrays]>(target: Values, parts: readonly Tensor[]): Values {
  // The byte view serves every type of values alike.
  const bytes = new Uint8Array(target.buffer)
  let at = 0
  for (const { data } of parts) {
    bytes.set(new Uint8Array(data.buffer, data.byteOffset, data.byteLength), at)
    at += data.byteLength
  }
  return target
}

function imagesIn(waiting: readonly { readonly count: number }[]): number {
  return waiting.reduce((sum, { count }) => sum + count, 0)
}

function firstOf(tensors: Tensors): number {
  return Object.values(tensors)[0]?.dims[0] ?? 1
}
