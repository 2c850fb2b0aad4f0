import { literal } from '#common/messages/message'
import { sentenceOf } from '#common/messages/sentence'
import type { ProbeRefusal } from '#core/dataset/images/ports'

/** A file that is not decoded, with the reason. The message contains no path. */
export class ImageRefusedError extends Error {
  override readonly name = 'ImageRefusedError'
  readonly refusal: ProbeRefusal

  constructor(refusal: ProbeRefusal, cause?: unknown) {
    super(refusal.kind === 'broken' ? sentenceOf(refusal.fault) : refusal.kind, { cause })
    this.refusal = refusal
  }
}

/** Absolute paths of Unix and Windows. */
const PATHS = /(?:[A-Za-z]:)?(?:[\\/][^\s:'"\\/]+){2,}/g

/** Returns a decoder's failure as one line, without the path of the file. */
export function brokenImage(failure: unknown, path?: string): ImageRefusedError {
  const text = failure instanceof Error ? failure.message : String(failure)
  const plain = (path === undefined ? text : text.replaceAll(path, 'the file')).replace(PATHS, 'the file')
  const [line = ''] = plain.split('\n')
  return new ImageRefusedError({ kind: 'broken', fault: literal(line.trim()) }, failure)
}
