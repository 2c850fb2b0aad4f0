import { z } from 'zod'
import { isPlaced, Shape } from '#common/annotation/shape'
import { ClassId, type ImageId, type ProjectSlug } from '#common/ids'
import type { Drawn } from '../workbench/bench.ts'
import { newShapeId } from '../workbench/new-shape.ts'

/** In place of the class that is still to be named. */
const UNNAMED = ClassId.parse('unnamed000000000')

const Kept = z.array(Shape)

/** Keeps shapes that wait for the first class of their project, each with its image: they outlive the window. */
export function keepUnnamed(project: ProjectSlug, shapes: readonly Drawn[]): void {
  for (const [image, drawn] of Map.groupBy(shapes, (each) => each.image)) {
    localStorage.setItem(keyOf(project, image), JSON.stringify(drawn.map(toShape)))
  }
}

/** They are named, or were given up. */
export function forgetUnnamed(project: ProjectSlug, shapes: readonly Drawn[]): void {
  for (const { image } of shapes) localStorage.removeItem(keyOf(project, image))
}

/** The shapes of an image that an earlier window left without a class. */
export function unnamedOn(project: ProjectSlug, image: ImageId): readonly Drawn[] {
  return readKept(keyOf(project, image))
    .filter(isPlaced)
    .map(({ id: _id, classId: _class, z: _z, origin, drawn, ...outline }) => ({
      ...{ image, outline, origin },
      ...(drawn && { drawn }),
    }))
}

function toShape({ outline, origin, drawn }: Drawn): Shape {
  return { id: newShapeId(), classId: UNNAMED, z: 0, origin, ...outline, ...(drawn && { drawn }) }
}

function keyOf(project: ProjectSlug, image: ImageId): string {
  return `tessera.unnamed.${project}.${image}`
}

function readKept(key: string): readonly Shape[] {
  try {
    return Kept.parse(JSON.parse(localStorage.getItem(key) ?? '[]'))
  } catch {
    return []
  }
}
