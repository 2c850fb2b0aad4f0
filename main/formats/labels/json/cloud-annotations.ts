import { z } from 'zod'
import { entryFor } from '../kit/entries.ts'
import { boxOfShares } from '../kit/geometry.ts'
import { defineJsonFormat, FileNumber, FileRecord } from '../kit/json.ts'
import { readEvery } from '../kit/reading.ts'

const Region = z.object({
  label: z.string().default(''),
  ...{ x: FileNumber, y: FileNumber, x2: FileNumber, y2: FileNumber },
})

/** Cloud Annotations: boxes by picture name, corners as shares of the picture. */
export const cloudAnnotations = defineJsonFormat({
  id: 'cloud-annotations',
  sign: z.object({ labels: z.array(z.unknown()), annotations: FileRecord(z.unknown()) }),
  document: z.object({ annotations: FileRecord(z.array(Region)) }),
  read({ annotations }, { name, frame }) {
    const entry = entryFor(Object.entries(annotations), name, ([file]) => file)
    if (!entry.ok) return entry
    return readEvery(entry.value[1], ({ label, x, y, x2, y2 }, index) =>
      boxOfShares({ className: label, place: `object ${index + 1}` }, { x0: x, y0: y, x1: x2, y1: y2 }, frame),
    )
  },
})
