import { z } from 'zod'
import { isPlaced, Shape } from '#common/annotation/shape'
import { ClassId, ImageId, ProjectSlug } from '#common/ids'
import type { Drawn } from '../../model/editor-state.ts'
import { newShapeId } from '../../model/new-shape.ts'

/** In place of the class that is still to be named. */
const UNNAMED = ClassId.parse('unnamed000000000')

const Kept = z.array(Shape)

/** Keeps shapes that wait for the first class of their project on an image: they outlive the window. */
export function keepUnnamed(project: ProjectSlug, image: ImageId, shapes: readonly Drawn[]): void {
  try {
    localStorage.setItem(keyOf(project, image), JSON.stringify(shapes.map(toShape)))
  } catch {
    // The browser has no room: they wait in this window alone.
  }
}

/** They are named, or were given up. */
export function forgetUnnamed(project: ProjectSlug, image: ImageId): void {
  localStorage.removeItem(keyOf(project, image))
}

/** Calls back when another window has changed the shapes that wait on an image. */
export function watchUnnamed(changed: (project: ProjectSlug, image: ImageId) => void): void {
  addEventListener('storage', ({ key }) => {
    const [, slug, id] = /^tessera\.unnamed\.([^.]+)\.([^.]+)$/.exec(key ?? '') ?? []
    const [project, image] = [ProjectSlug.safeParse(slug), ImageId.safeParse(id)] as const
    if (project.success && image.success) changed(project.data, image.data)
  })
}

/** The shapes of an image that an earlier window left without a class. */
export function unnamedOn(project: ProjectSlug, image: ImageId): readonly Drawn[] {
  return readKept(keyOf(project, image))
    .filter(isPlaced)
    .map(({ id: _id, classId: _class, z: _z, origin, drawn, ...outline }) => ({
      image,
      outline,
      origin,
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
