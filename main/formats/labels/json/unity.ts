import { z } from 'zod'
import type { Refusal } from '#common/errors'
import type { Result } from '#common/result'
import type { ReadAnnotation } from '#core/annotation/annotations/read-annotation'
import { entryFor } from '../kit/entries.ts'
import { boxOfSize } from '../kit/geometry.ts'
import { defineJsonFormat, FileNumber, FilePoint, readPart } from '../kit/json.ts'
import { filePlace } from '../kit/places.ts'
import { readEvery } from '../kit/reading.ts'

const Box = FilePoint.extend({ label_name: z.string(), width: FileNumber, height: FileNumber })
const Capture = z.object({
  filename: z.string().default(''),
  annotations: z.array(z.object({ values: z.array(z.unknown()).default([]) })),
})

/** Unity Perception: captures with boxes in pixels. */
export const unity = defineJsonFormat({
  id: 'unity-perception',
  sign: z.object({ captures: z.array(z.unknown()) }),
  document: z.object({ captures: z.array(Capture) }),
  read({ captures }, image) {
    const entry = entryFor(captures, image.name, ({ filename }) => filename)
    if (!entry.ok) return entry
    return readEvery(unityParts(entry.value.annotations.flatMap(({ values }) => values)), (part) => part)
  },
})

/** The boxes among the values of a capture, each read or refused by itself. */
export function unityParts(values: readonly unknown[]): readonly Result<ReadAnnotation, Refusal>[] {
  return values.filter(hasSides).map((value, index) => {
    const place = filePlace('box', index + 1)
    const box = readPart(Box, value, place)
    if (!box.ok) return box
    const { label_name: className, ...sides } = box.value
    return boxOfSize({ className, place }, sides)
  })
}

/** Counts and classes of pixels have no sides. */
function hasSides(value: unknown): boolean {
  return typeof value !== 'object' || value === null || ('width' in value && value.width !== undefined)
}
