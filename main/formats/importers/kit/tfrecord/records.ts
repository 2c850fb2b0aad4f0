import { message } from '#common/messages/message'
import type { DatasetFile, DatasetFiles, DatasetProblem } from '#core/exchange/datasets/ports'
import { maskedCrc32c } from '../../../kit/tfrecord.ts'

/** A record of a TFRecord file. */
export interface FoundRecord {
  /** From 1. */
  readonly place: number
  readonly data: Buffer
}

/** Of a record, image included. */
const MAX_RECORD = 128 * 1024 * 1024
const HEAD = 12
const EMPTY = Buffer.alloc(0)

/**
 * The records of a file, one at a time, each with both checksums checked. A record whose data is damaged is a problem and the next
 * one follows; where a length is damaged nobody knows where the next one begins, and the problem is the last that comes.
 */
export async function* tfRecords(
  dataset: DatasetFiles,
  file: DatasetFile,
): AsyncGenerator<FoundRecord | DatasetProblem> {
  const { path } = file
  const source = byteSource(dataset.read(file))
  for (let place = 1; ; place += 1) {
    const problem = (why: RecordFault) => ({ path, reason: message(why, { number: place }) })
    const head = await source.take(HEAD)
    if (head.length === 0) return
    if (head.length < HEAD) return yield problem('record-cut-off')
    if (maskedCrc32c(head.subarray(0, 8)) !== head.readUInt32LE(8)) {
      return yield problem('record-length-damaged')
    }
    const length = head.readBigUInt64LE(0)
    if (length > MAX_RECORD) return yield problem('record-too-long')
    const data = await source.take(Number(length))
    const sum = await source.take(4)
    if (sum.length < 4) return yield problem('record-cut-off')
    if (maskedCrc32c(data) === sum.readUInt32LE(0)) yield { place, data }
    else yield problem('record-data-damaged')
  }
}

type RecordFault = 'record-cut-off' | 'record-length-damaged' | 'record-too-long' | 'record-data-damaged'

/** So many bytes at a time as one wants, fewer only at the end. */
function byteSource(pieces: AsyncIterable<Uint8Array>) {
  const iterator = pieces[Symbol.asyncIterator]()
  let held: Buffer[] = []
  let length = 0
  return {
    async take(wanted: number): Promise<Buffer> {
      while (length < wanted) {
        const next = await iterator.next()
        if (next.done) break
        held.push(Buffer.from(next.value))
        length += next.value.byteLength
      }
      const [only = EMPTY, another] = held
      const all = another === undefined ? only : Buffer.concat(held)
      const taken = all.subarray(0, wanted)
      held = [all.subarray(wanted)]
      length = all.length - taken.length
      return taken
    },
  }
}
