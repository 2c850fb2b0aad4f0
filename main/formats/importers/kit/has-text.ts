import type { DatasetFile, DatasetFiles } from '#core/exchange/datasets/ports'

/** Whether an ASCII text stands anywhere in a file of any size. */
export async function hasText(dataset: DatasetFiles, file: DatasetFile, text: string): Promise<boolean> {
  let rest = Buffer.alloc(0)
  for await (const piece of dataset.read(file)) {
    const bytes = Buffer.concat([rest, piece])
    if (bytes.includes(text, 0, 'latin1')) return true
    rest = bytes.subarray(Math.max(0, bytes.byteLength - text.length))
  }
  return false
}
