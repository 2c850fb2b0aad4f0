import { inflateRawSync } from 'node:zlib'

export interface NumpyArray {
  readonly shape: readonly number[]
  readonly values: Float32Array
}

/** Returns the float arrays of an `.npz`, read by its central directory like numpy. */
export function readNpz(archive: Uint8Array): Record<string, NumpyArray> {
  const bytes = Buffer.from(archive)
  const end = bytes.lastIndexOf(Buffer.from('504b0506', 'hex'))
  const arrays: Record<string, NumpyArray> = {}
  let at = bytes.readUInt32LE(end + 16)
  for (let file = 0; file < bytes.readUInt16LE(end + 10); file += 1) {
    const nameLength = bytes.readUInt16LE(at + 28)
    const name = bytes.toString('utf8', at + 46, at + 46 + nameLength).replace(/\.npy$/, '')
    const local = bytes.readUInt32LE(at + 42)
    const start = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28)
    arrays[name] = readNpy(inflateRawSync(bytes.subarray(start, start + bytes.readUInt32LE(at + 20))))
    at += 46 + nameLength
  }
  return arrays
}

function readNpy(file: Buffer): NumpyArray {
  const start = 10 + file.readUInt16LE(8)
  const header = file.toString('latin1', 10, start)
  const shape = /'shape': \(([\d, ]+)\)/.exec(header)?.[1]?.split(',').map(Number)
  const isFloats = header.includes("'descr': '<f4', 'fortran_order': False")
  if (
    !file.subarray(0, 8).equals(Buffer.from('934e554d50590100', 'hex')) ||
    shape === undefined ||
    !isFloats ||
    start % 64 !== 0
  )
    throw new Error(`No array of floats: ${header}`)
  return { shape, values: new Float32Array(Uint8Array.from(file.subarray(start)).buffer) }
}
