import { z } from 'zod'
import { type Refusal, refuse } from '#common/errors'
import type { Result } from '#common/result'
import type { ReadAnnotation } from '#core/annotation/annotations/read-annotation'
import { boxOfCorners, ellipseOf, polygonOf } from '../kit/geometry.ts'
import { defineJsonFormat, FileNumber, readPart } from '../kit/json.ts'
import { type FilePlace, filePlace } from '../kit/places.ts'
import { readEvery, shorten } from '../kit/reading.ts'

const Named = z.object({ className: z.string().default('') })
const Flat = z.array(FileNumber)

const Instance = z.union([
  Named.extend({
    type: z.literal('bbox'),
    points: z.object({ x1: FileNumber, y1: FileNumber, x2: FileNumber, y2: FileNumber }),
  }),
  Named.extend({
    type: z.literal('rbbox'),
    points: z.object({
      x1: FileNumber,
      y1: FileNumber,
      x2: FileNumber,
      y2: FileNumber,
      x3: FileNumber,
      y3: FileNumber,
      x4: FileNumber,
      y4: FileNumber,
    }),
  }),
  Named.extend({ type: z.literal('polygon'), points: Flat, exclude: z.array(Flat).default([]) }),
  Named.extend({
    type: z.literal('ellipse'),
    cx: FileNumber,
    cy: FileNumber,
    rx: FileNumber,
    ry: FileNumber,
    angle: FileNumber.default(0),
  }),
])
type Instance = z.infer<typeof Instance>

/** SuperAnnotate: one file an image with a list of instances; polygons may have holes. */
export const superAnnotate = defineJsonFormat({
  id: 'superannotate',
  sign: z.object({ instances: z.array(z.unknown()) }),
  document: z.object({ instances: z.array(z.unknown()) }),
  read: ({ instances }) => readEvery(superAnnotateParts(instances), (part) => part),
})

/** The instances of an image, each read or refused by itself. */
export function superAnnotateParts(instances: readonly unknown[]): readonly Result<ReadAnnotation, Refusal>[] {
  return instances.map((value, index) => {
    const place = filePlace('instance', index + 1)
    const typed = readPart(Typed, value, place)
    return typed.ok ? readInstance(typed.value, place) : typed
  })
}

const Typed = z.looseObject({ type: z.string() })

function readInstance(raw: z.infer<typeof Typed>, place: FilePlace): Result<ReadAnnotation, Refusal> {
  const instance = Instance.safeParse(raw)
  if (instance.success) return placeInstance(instance.data, place)
  return refuse('superannotate-type-unsupported', { place, type: shorten(raw.type) })
}

function placeInstance(instance: Instance, place: FilePlace): Result<ReadAnnotation, Refusal> {
  const labelled = { className: instance.className, place }
  switch (instance.type) {
    case 'bbox': {
      const { x1, y1, x2, y2 } = instance.points
      return boxOfCorners(labelled, { x0: x1, y0: y1, x1: x2, y1: y2 })
    }
    case 'rbbox': {
      const { x1, y1, x2, y2, x3, y3, x4, y4 } = instance.points
      return polygonOf(labelled, [[x1, y1, x2, y2, x3, y3, x4, y4]])
    }
    case 'polygon':
      return polygonOf(labelled, [instance.points, ...instance.exclude])
    case 'ellipse': {
      const { cx, cy, rx, ry, angle } = instance
      return ellipseOf(labelled, { x: cx, y: cy, rx, ry, angle: (angle * Math.PI) / 180 })
    }
  }
}
