import { type Refusal, refuse } from '#common/errors'
import type { Result } from '#common/result'
import type { ReadAnnotation } from '#core/annotation/annotations/read-annotation'
import { rowsFor } from '../kit/entries.ts'
import { boxOfCorners } from '../kit/geometry.ts'
import { classNameOf, type TextFormat } from '../kit/lines.ts'
import type { FilePlace } from '../kit/places.ts'
import { readAll, readEvery, readNumbers, shorten } from '../kit/reading.ts'

/** YOLO for Keras: a line for each image, its path and after it `x1,y1,x2,y2,class` for each object, in pixels. */
export const kerasYolo: TextFormat = {
  id: 'keras-yolo',
  recognises: (first) => /\s[-\d.]+,[-\d.]+,[-\d.]+,[-\d.]+,\d+(?:\s|$)/.test(first),
  read(lines, { name, labelmap }) {
    const own = rowsFor(lines, name, ({ line }) => splitKerasLine(line).path)
    if (!own.ok) return own
    return readAll(own.value, ({ line, place }) =>
      readEvery(splitKerasLine(line).objects, (object) => readKerasObject(object, { place, labelmap })),
    )
  },
}

/** `x1,y1,x2,y2,class`, in pixels. */
export function readKerasObject(
  object: string,
  { place, labelmap }: { readonly place: FilePlace; readonly labelmap: ReadonlyMap<string, string> },
): Result<ReadAnnotation, Refusal> {
  const numbers = readNumbers(object.split(','), place)
  if (!numbers.ok) return numbers
  const [x0, y0, x1, y1, index] = numbers.value
  if (x0 === undefined || y0 === undefined || x1 === undefined || y1 === undefined || index === undefined) {
    return refuse('keras-malformed', { place, text: shorten(object) })
  }
  return boxOfCorners({ className: classNameOf(String(index), labelmap), place }, { x0, y0, x1, y1 })
}

/** The path may hold spaces; the objects are the words with commas at the end. */
export function splitKerasLine(line: string): { readonly path: string; readonly objects: readonly string[] } {
  const words = line.split(/\s+/)
  const last = words.findLastIndex((word) => !/^[-+\d.e]+(?:,[-+\d.e]+)+$/i.test(word))
  return { path: words.slice(0, last + 1).join(' '), objects: words.slice(last + 1) }
}
