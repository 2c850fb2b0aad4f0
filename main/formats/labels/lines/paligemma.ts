import { z } from 'zod'
import { type Refusal, refuse } from '#common/errors'
import type { Size } from '#common/geometry/space'
import type { Result } from '#common/result'
import type { AnnotatedImage } from '#core/annotation/annotations/annotation-file'
import type { ReadAnnotation } from '#core/annotation/annotations/read-annotation'
import { rowsFor } from '../kit/entries.ts'
import { boxOfShares } from '../kit/geometry.ts'
import { defineJsonFormat, listOf } from '../kit/json.ts'
import { type FilePlace, filePlace } from '../kit/places.ts'
import { type ReadObjects, readAll, readEvery, shorten } from '../kit/reading.ts'
import { textAboutImage, wholeImage } from '../kit/whole-image.ts'
import { isFlorence, readFlorence } from './florence.ts'

const Line = z.object({ image: z.string().default(''), prefix: z.string().default(''), suffix: z.string() })

/** Shares come as whole numbers of so many parts. */
const PARTS = 1024
const OBJECT = /^<loc(\d{4})><loc(\d{4})><loc(\d{4})><loc(\d{4})>\s*(.*)$/s

/**
 * Lines of image, prefix and suffix as PaliGemma learns from them. `detect a ; b` asks for places: top, left, bottom, right and a
 * name for each object. Any other prefix asks for words about the whole image: its class where images have one. In a project
 * of texts all lines are texts.
 */
export const paliGemma = defineJsonFormat({
  id: 'paligemma',
  sign: listOf(z.object({ image: z.string(), suffix: z.string() })),
  document: z.array(Line),
  read(lines, { name, frame, type }) {
    const own = rowsFor(lines, name, ({ image }) => image)
    if (!own.ok) return own
    return readAll(own.value, (line, index) => readAnswer(line, filePlace('line', index + 1), { frame, type }))
  },
})

/** The answer about an image, as its project understands it: places, its classes, or a text. */
export function readAnswer(
  { prefix, suffix }: Answer,
  place: FilePlace,
  { frame, type }: Pick<AnnotatedImage, 'frame' | 'type'>,
): ReadObjects {
  if (type === 'text-image-pairs') return textAboutImage({ prompt: prefix, answer: suffix, place })
  if (isFlorence(suffix)) return readFlorence(suffix, place, frame)
  if (!isDetection({ prefix, suffix })) return wholeImage([suffix])
  const parts = suffix.split(';').map((part) => part.trim())
  return readEvery(
    parts.filter((part) => part !== ''),
    (part) => readObject(part, place, frame),
  )
}

interface Answer {
  readonly prefix: string
  readonly suffix: string
}

/** Whether places are asked for or answered. */
export function isDetection({ prefix, suffix }: Answer): boolean {
  return prefix.startsWith('detect ') || prefix === '<OD>' || suffix.startsWith('<loc') || isFlorence(suffix)
}

function readObject(text: string, place: FilePlace, frame: Size): Result<ReadAnnotation, Refusal> {
  const [, ...groups] = OBJECT.exec(text) ?? []
  const [top, left, bottom, right] = groups.slice(0, 4).map((digits) => Number(digits) / PARTS)
  if (top === undefined || left === undefined || bottom === undefined || right === undefined) {
    return refuse('paligemma-malformed', { place, text: shorten(text) })
  }
  return boxOfShares({ className: groups[4] ?? '', place }, { x0: left, y0: top, x1: right, y1: bottom }, frame)
}
