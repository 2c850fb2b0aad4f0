import { z } from 'zod'
import type { Refusal } from '#common/errors'
import type { Size } from '#common/geometry/space'
import { ok, type Result } from '#common/result'
import type { ReadAnnotation } from '#core/annotation/annotations/read-annotation'
import { entryFor } from '../kit/entries.ts'
import { boxOfShares } from '../kit/geometry.ts'
import { defineJsonFormat, FileNumber, FileRecord, readPart } from '../kit/json.ts'
import { type FilePlace, filePlace } from '../kit/places.ts'
import { readEvery } from '../kit/reading.ts'

const Label = z.string().default('')
const None = z.undefined().optional()
const Region = z.union([
  z.object({ label: Label, x: FileNumber, y: FileNumber, x2: FileNumber, y2: FileNumber }),
  // The class of the whole image, in a project of classification.
  z.object({ label: Label, x: None, y: None, x2: None, y2: None }),
])

/** Cloud Annotations: boxes by image name, corners as shares of the image. */
export const cloudAnnotations = defineJsonFormat({
  id: 'cloud-annotations',
  sign: z.object({ labels: z.array(z.unknown()), annotations: FileRecord(z.unknown()) }),
  document: z.object({ annotations: FileRecord(z.array(z.unknown())) }),
  read({ annotations }, { name, frame }) {
    const entry = entryFor(Object.entries(annotations), name, ([file]) => file)
    return entry.ok ? readEvery(cloudParts(entry.value[1], frame), (part) => part) : entry
  },
})

/** The regions of an image of this size, each read or refused by itself. */
export function cloudParts(regions: readonly unknown[], frame: Size): readonly Result<ReadAnnotation, Refusal>[] {
  return regions.map((value, index) => {
    const place = filePlace('object', index + 1)
    const region = readPart(Region, value, place)
    return region.ok ? placeRegion(region.value, place, frame) : region
  })
}

function placeRegion(region: z.infer<typeof Region>, place: FilePlace, frame: Size): Result<ReadAnnotation, Refusal> {
  const { label: className, x, y, x2, y2 } = region
  if (x === undefined) return ok({ className, kind: 'whole' })
  return boxOfShares({ className, place }, { x0: x, y0: y, x1: x2, y1: y2 }, frame)
}
