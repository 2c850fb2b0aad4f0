import type { Refusal } from '#common/errors'
import { message } from '#common/messages/message'
import { ok, type Result } from '#common/result'
import type { AnnotatedImage } from '#core/annotation/annotations/annotation-file'
import type { ReadAnnotation } from '#core/annotation/annotations/read-annotation'
import type { DatasetFile, DatasetProblem } from '#core/exchange/datasets/ports'
import { type Line, linesOf } from '../../labels/kit/lines.ts'
import { thisPlace } from '../../labels/kit/places.ts'
import { type ReadObjects, readEvery } from '../../labels/kit/reading.ts'

type ReadLine = (line: Line, image: Pick<AnnotatedImage, 'frame'>) => Result<ReadAnnotation, Refusal>

/** Each line is read first on this image, to see whether it can be read at all, and then on its own, whose sides its shares are of. */
const ANY = { frame: { width: 1, height: 1 } }

/** The objects of a text with one a line. A line that cannot be read is a problem, and the others are read. */
export function readLines(text: string, { path }: DatasetFile, read: ReadLine): LineObjects {
  const problems: DatasetProblem[] = []
  const lines = linesOf(text).flatMap((line) => {
    const anyway = { ...line, place: thisPlace('line') }
    const object = read(anyway, ANY)
    if (object.ok) return [anyway]
    problems.push({ path, line: line.number, reason: message('line-skipped', {}, object.error) })
    return []
  })
  return {
    problems,
    isPartial: problems.length > 0,
    objects: (image) => (lines.length === 0 ? ok([]) : readEvery(lines, (line) => read(line, image))),
  }
}

interface LineObjects {
  readonly problems: readonly DatasetProblem[]
  /** Whether lines were skipped. */
  readonly isPartial: boolean
  objects(image: Pick<AnnotatedImage, 'frame'>): ReadObjects
}
