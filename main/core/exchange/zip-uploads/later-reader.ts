import type { DatasetReader } from '../datasets/reader-ports.ts'

/** A reader that is opened when it is first needed: most archives of small files need none. */
export interface LaterReader {
  reader(): Promise<DatasetReader>
  release(): Promise<void>
}

export function laterReader(open: () => Promise<DatasetReader>): LaterReader {
  let opened: Promise<DatasetReader> | undefined
  return {
    reader() {
      opened ??= open()
      return opened
    },
    async release() {
      const reader = await opened?.catch(() => undefined)
      reader?.release()
    },
  }
}
