import { z } from 'zod'
import { entryFor } from '../kit/entries.ts'
import { boxOfShares } from '../kit/geometry.ts'
import { defineJsonFormat, FileNumber, listOf } from '../kit/json.ts'
import { readEvery } from '../kit/reading.ts'

const Share = FileNumber.default(0)
const Line = z.object({
  imageGcsUri: z.string(),
  boundingBoxAnnotations: z
    .array(z.object({ displayName: z.string().default(''), xMin: Share, yMin: Share, xMax: Share, yMax: Share }))
    .default([]),
})

/** Vertex AI: a picture a line, boxes by corners as shares of the picture. A corner at 0 may be left out. */
export const vertex = defineJsonFormat({
  id: 'vertex',
  sign: listOf(z.object({ imageGcsUri: z.string() })),
  document: z.array(Line),
  read(lines, { name, frame }) {
    const entry = entryFor(lines, name, ({ imageGcsUri }) => imageGcsUri)
    if (!entry.ok) return entry
    return readEvery(entry.value.boundingBoxAnnotations, ({ displayName, xMin, yMin, xMax, yMax }, index) => {
      const labelled = { className: displayName, place: `box ${index + 1}` }
      return boxOfShares(labelled, { x0: xMin, y0: yMin, x1: xMax, y1: yMax }, frame)
    })
  },
})
