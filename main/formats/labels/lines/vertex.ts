import { z } from 'zod'
import { type Refusal, refuse } from '#common/errors'
import type { Size } from '#common/geometry/space'
import type { Result } from '#common/result'
import type { ReadAnnotation } from '#core/annotation/annotations/read-annotation'
import { entryFor } from '../kit/entries.ts'
import { boxOfShares } from '../kit/geometry.ts'
import { defineJsonFormat, FileNumber, listOf, readShape } from '../kit/json.ts'
import { type FilePlace, filePlace } from '../kit/places.ts'
import { readEvery, withoutClass } from '../kit/reading.ts'

const Share = FileNumber.default(0)
const VertexBox = z.object({
  displayName: z.string().default(''),
  xMin: Share,
  yMin: Share,
  xMax: Share,
  yMax: Share,
})
const Line = z.object({ imageGcsUri: z.string(), boundingBoxAnnotations: z.array(VertexBox).default([]) })

/** Vertex AI: an image a line, boxes by corners as shares of the image. A corner at 0 may be left out. */
export const vertex = defineJsonFormat({
  id: 'vertex',
  sign: listOf(z.object({ imageGcsUri: z.string() })),
  document: z.array(Line),
  read(lines, { name, frame }) {
    const entry = entryFor(lines, name, ({ imageGcsUri }) => imageGcsUri)
    if (!entry.ok) return entry
    return readEvery(entry.value.boundingBoxAnnotations, (box, index) =>
      readBox(box, filePlace('box', index + 1), frame),
    )
  },
})

/** A box of a line by itself. */
export function readVertexBox(value: unknown, place: FilePlace, frame: Size): Result<ReadAnnotation, Refusal> {
  const box = readShape(VertexBox, value)
  return box.ok ? readBox(box.value, place, frame) : refuse('part-unreadable', { place }, box.error)
}

function readBox({ displayName, xMin, yMin, xMax, yMax }: z.infer<typeof VertexBox>, place: FilePlace, frame: Size) {
  if (displayName.trim() === '') return withoutClass(place)
  return boxOfShares({ className: displayName, place }, { x0: xMin, y0: yMin, x1: xMax, y1: yMax }, frame)
}
