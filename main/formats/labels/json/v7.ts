import { z } from 'zod'
import type { Refusal } from '#common/errors'
import type { Result } from '#common/result'
import type { ReadAnnotation } from '#core/annotations/read-annotation'
import { boxOfSize, ellipseOf, polygonOfPoints } from '../kit/geometry.ts'
import { defineJsonFormat, FileNumber, FilePoint } from '../kit/json.ts'
import { readEach, unreadable } from '../kit/reading.ts'
import { FileScore, scored } from '../kit/score.ts'

const Path = z.array(FilePoint)

/** One path, further paths beside it, or a list of paths: the spelling differs between versions. */
const Polygon = z
  .object({
    path: z.union([Path, z.array(Path)]).optional(),
    paths: z.array(Path).optional(),
    additional_paths: z.array(Path).default([]),
  })
  .transform(({ path = [], paths, additional_paths }) => {
    const outlines = z.array(Path).safeParse(path)
    const single = Path.safeParse(path)
    return paths ?? [...(single.success ? [single.data] : (outlines.data ?? [])), ...additional_paths]
  })

const Annotation = z.object({
  name: z.string(),
  inference: z.object({ confidence: FileScore }).nullish().catch(undefined),
  bounding_box: z.object({ x: FileNumber, y: FileNumber, w: FileNumber, h: FileNumber }).nullish(),
  polygon: Polygon.nullish(),
  complex_polygon: Polygon.nullish(),
  ellipse: z.object({ angle: FileNumber.default(0), center: FilePoint, radius: FilePoint }).nullish(),
})
type Annotation = z.infer<typeof Annotation>

/** V7 Darwin, version 1 and 2: one file a picture. An outline comes with the box around it, and counts. */
export const v7 = defineJsonFormat({
  id: 'v7',
  sign: z.union([
    z.object({ item: z.object({}), annotations: z.array(z.unknown()) }),
    z.object({ image: z.object({}), annotations: z.array(z.unknown()) }),
  ]),
  document: z.object({ annotations: z.array(Annotation) }),
  read: ({ annotations }) =>
    readEach(annotations, (annotation, index) =>
      scored(readAnnotation(annotation, index), annotation.inference?.confidence),
    ),
})

function readAnnotation(annotation: Annotation, index: number): Result<ReadAnnotation, Refusal> {
  const labelled = { className: annotation.name, place: `annotation ${index + 1}` }
  const outlines = annotation.polygon ?? annotation.complex_polygon
  if (outlines) return polygonOfPoints(labelled, outlines)
  if (annotation.ellipse) {
    const { angle, center, radius } = annotation.ellipse
    return ellipseOf(labelled, { ...center, rx: radius.x, ry: radius.y, angle })
  }
  if (!annotation.bounding_box) return unreadable(`${labelled.place} has neither a box, a polygon nor an ellipse`)
  const { w: width, h: height, ...corner } = annotation.bounding_box
  return boxOfSize(labelled, { ...corner, width, height })
}
