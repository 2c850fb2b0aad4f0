import { createHash } from 'node:crypto'
import { readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { EmbeddingPlace } from '#core/models/inference/operations'
import { makeFolder } from '#disk/make-folder'
import { floatsOf, type Tensor, type Tensors } from '../host/session.ts'
import { toHalves } from '../images/half.ts'

/** An embedding as it lies in a file: what the networks take, and what else is known of the image. */
export interface StoredEmbedding {
  readonly tensors: Tensors
  /** Plain data, for whoever wrote it to read again. */
  readonly facts: unknown
}

const Header = z.object({
  facts: z.unknown(),
  tensors: z.array(z.object({ name: z.string(), dims: z.array(z.number().int().positive()) })),
})

/** SHA-256 of all that follows it, then the length of the header. */
const [HASH_BYTES, LENGTH_BYTES] = [32, 4]

/** The embedding in its file; undefined when there is none. A file that is damaged is thrown away. */
export async function readEmbedding(place: EmbeddingPlace): Promise<StoredEmbedding | undefined> {
  const path = join(place.folder, place.name)
  const bytes = await readFile(path).catch(() => undefined)
  if (!bytes) return undefined
  const stored = decoded(bytes)
  const now = new Date()
  if (stored) await utimes(path, now, now).catch(() => undefined)
  else await rm(path, { force: true })
  return stored
}

/**
 * Puts an embedding into its file, in halves: networks lose nothing by it that can be seen. The files used least lately go while all
 * together take more than there is room for. Nothing is written of tensors that are no numbers with a fraction.
 */
export async function writeEmbedding(place: EmbeddingPlace, { tensors, facts }: StoredEmbedding): Promise<void> {
  const bytes = encoded(tensors, facts)
  if (!bytes) return
  await makeFolder(place.folder)
  const path = join(place.folder, place.name)
  const draft = `${path}.${process.pid}.part`
  await writeFile(draft, bytes)
  await rename(draft, path)
  await makeRoom(place)
}

/** The name of the file of an image's embedding by one installation of a model. */
export function embeddingName(installation: string, image: string): string {
  return `${createHash('sha256').update(`${installation}\n${image}`).digest('hex').slice(0, 40)}.embedding`
}

function encoded(tensors: Tensors, facts: unknown): Buffer | undefined {
  const all = Object.entries(tensors)
  const halves = all.flatMap(([, tensor]) => halvesOf(tensor) ?? [])
  if (halves.length < all.length) return undefined
  const header = Buffer.from(JSON.stringify({ facts, tensors: all.map(([name, { dims }]) => ({ name, dims })) }))
  const length = Buffer.alloc(LENGTH_BYTES)
  length.writeUInt32LE(header.length)
  const parts = [length, header, ...halves.map((half) => Buffer.from(half.buffer, half.byteOffset, half.byteLength))]
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return Buffer.concat([hash.digest(), ...parts])
}

function halvesOf(tensor: Tensor): Uint16Array | undefined {
  if (tensor.type === 'float16') return tensor.data
  return tensor.type === 'float32' ? toHalves(tensor.data) : undefined
}

function decoded(bytes: Buffer): StoredEmbedding | undefined {
  const rest = bytes.subarray(HASH_BYTES)
  const isWhole = createHash('sha256').update(rest).digest().equals(bytes.subarray(0, HASH_BYTES))
  if (!isWhole) return undefined
  const start = LENGTH_BYTES + rest.readUInt32LE()
  const header = Header.safeParse(JSON.parse(rest.subarray(LENGTH_BYTES, start).toString()))
  if (!header.success) return undefined
  const { facts, tensors } = header.data
  let from = start
  const read = tensors.map(({ name, dims }) => {
    const size = 2 * dims.reduce((product, dim) => product * dim, 1)
    const data = new Uint16Array(Uint8Array.from(rest.subarray(from, from + size)).buffer)
    from += size
    return [name, floats(dims, data)] as const
  })
  return from === rest.length ? { tensors: Object.fromEntries(read), facts } : undefined
}

/** Decoders ask for single floats, as encoders answer them. */
function floats(dims: readonly number[], data: Uint16Array): Tensor {
  return { type: 'float32', dims, data: floatsOf({ halves: { type: 'float16', dims, data } }, 'halves') }
}

async function makeRoom({ folder, mostBytes }: EmbeddingPlace): Promise<void> {
  const files = await Promise.all((await readdir(folder)).map((name) => factsOf(join(folder, name))))
  const known = files.filter((file) => file !== undefined).toSorted((a, b) => a.usedAt - b.usedAt)
  let total = known.reduce((sum, { bytes }) => sum + bytes, 0)
  for (const { path, bytes } of known.slice(0, -1)) {
    if (total <= mostBytes) return
    await rm(path, { force: true })
    total -= bytes
  }
}

async function factsOf(path: string) {
  const found = await stat(path).catch(() => undefined)
  return found && { path, bytes: found.size, usedAt: found.mtimeMs }
}
