import { z } from 'zod'
import { entryFor } from '../kit/entries.ts'
import { boxOfSize } from '../kit/geometry.ts'
import { defineJsonFormat, FileNumber, FilePoint } from '../kit/json.ts'
import { readEvery } from '../kit/reading.ts'

const Box = FilePoint.extend({ label_name: z.string(), width: FileNumber, height: FileNumber })
/** Counts and classes of pixels have no sides. */
const NoBox = z.object({ width: z.undefined().optional() }).transform(() => undefined)
const Capture = z.object({
  filename: z.string().default(''),
  annotations: z.array(z.object({ values: z.array(z.union([NoBox, Box])).default([]) })),
})

/** Unity Perception: captures with boxes in pixels. */
export const unity = defineJsonFormat({
  id: 'unity-perception',
  sign: z.object({ captures: z.array(z.unknown()) }),
  document: z.object({ captures: z.array(Capture) }),
  read({ captures }, picture) {
    const entry = entryFor(captures, picture.name, ({ filename }) => filename)
    if (!entry.ok) return entry
    const boxes = entry.value.annotations.flatMap(({ values }) => values.flatMap((value) => value ?? []))
    return readEvery(boxes, ({ label_name, ...box }, index) =>
      boxOfSize({ className: label_name, place: `box ${index + 1}` }, box),
    )
  },
})
