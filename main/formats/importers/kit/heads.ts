import type { DatasetFile, DatasetFiles } from '#core/exchange/datasets/ports'

const HEAD_BYTES = 1024

/** A file or two may be damaged; that none of so many is of the kind says enough. */
const LOOKED_AT = 20

/** Whether one of the first texts that say something begins with a line of a kind. */
export async function isAnyOf(
  files: readonly DatasetFile[],
  dataset: DatasetFiles,
  isLine: (line: string) => boolean,
): Promise<boolean> {
  for (const file of files.filter(isFilled).slice(0, LOOKED_AT)) {
    const head = (await dataset.head(file, HEAD_BYTES)).replace(/^\uFEFF/, '')
    if (isLine(/\S[^\r\n]*/.exec(head)?.[0]?.trim() ?? '')) return true
  }
  return false
}

/** More than the mark of a byte order. */
export function isFilled({ bytes }: DatasetFile): boolean {
  return bytes > 3
}
