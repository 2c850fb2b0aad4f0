import { z } from 'zod'
import { type Refusal, refuse } from '#common/errors'
import { ok, type Result } from '#common/result'
import type { ReadAnnotation } from '#core/annotation/annotations/read-annotation'
import { boxOfSize, ellipseOf, pointOf, polygonOfPoints, polylineOf } from '../kit/geometry.ts'
import { defineJsonFormat, FileNumber, FilePoint, readShape } from '../kit/json.ts'
import { type FilePlace, filePlace } from '../kit/places.ts'
import { readEvery } from '../kit/reading.ts'
import { saidFor } from '../kit/said/wanted.ts'
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
  keypoint: FilePoint.nullish(),
  line: z.object({ path: Path }).nullish(),
  tag: z.unknown().optional(),
  ellipse: z.object({ angle: FileNumber.default(0), center: FilePoint, radius: FilePoint }).nullish(),
})
type Annotation = z.infer<typeof Annotation>

/** V7 Darwin, version 1 and 2: one file an image. An outline comes with the box around it, and counts. */
export const v7 = defineJsonFormat({
  id: 'v7',
  sign: z.union([
    z.object({ item: z.object({}), annotations: z.array(z.unknown()) }),
    z.object({ image: z.object({}), annotations: z.array(z.unknown()) }),
  ]),
  document: z.object({ annotations: z.array(z.unknown()) }),
  read({ annotations }, image) {
    const objects = readEvery(v7Parts(annotations), (part) => part)
    return objects.ok ? ok(saidFor(objects.value, image)) : objects
  },
})

/** The annotations of an image, each read or refused by itself; a tag is a class of the image as a whole. */
export function v7Parts(annotations: readonly unknown[]): readonly Result<ReadAnnotation, Refusal>[] {
  return annotations.map((value, index) => {
    const place = filePlace('annotation', index + 1)
    const read = readShape(Annotation, value)
    if (!read.ok) return refuse('part-unreadable', { place }, read.error)
    return scored(readAnnotation(read.value, place), read.value.inference?.confidence)
  })
}

function readAnnotation(annotation: Annotation, place: FilePlace): Result<ReadAnnotation, Refusal> {
  const labelled = { className: annotation.name, place }
  const { ellipse, keypoint, line, bounding_box, tag } = annotation
  const outlines = annotation.polygon ?? annotation.complex_polygon
  if (outlines) return polygonOfPoints(labelled, outlines)
  if (ellipse) {
    const { angle, center, radius } = ellipse
    return ellipseOf(labelled, { ...center, rx: radius.x, ry: radius.y, angle })
  }
  if (line) {
    return polylineOf(
      labelled,
      line.path.flatMap(({ x, y }) => [x, y]),
    )
  }
  if (keypoint) return pointOf(labelled, [keypoint.x, keypoint.y])
  if (tag !== undefined && tag !== null) return ok({ className: annotation.name, kind: 'whole' })
  if (!bounding_box) return refuse('v7-type-unsupported', { place })
  const { w: width, h: height, ...corner } = bounding_box
  return boxOfSize(labelled, { ...corner, width, height })
}
