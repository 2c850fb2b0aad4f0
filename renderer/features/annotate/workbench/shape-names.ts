import type { AnnotationDocument } from '#common/annotation/edit'
import { isPlaced, type PlacedShape, shapeArea, shapeBounds, shapeRings } from '#common/annotation/shape'
import type { LabelClass } from '#common/contract/projects'
import type { ClassId, ShapeId } from '#common/ids'
import { buildScene, pickArea, type Scene, type SceneShape } from '#renderer/canvas/scene'
import { classColor, isHatched } from '#renderer/kit/display/class-color'

/** A shape with a place as a list names it: its class and which one of that class it is, in drawing order. */
export interface NamedShape {
  readonly shape: PlacedShape
  readonly label: LabelClass | undefined
  readonly number: number
}

type Classes = readonly LabelClass[]

const named = new WeakMap<AnnotationDocument, { readonly classes: Classes; readonly shapes: readonly NamedShape[] }>()

export function namedShapes(document: AnnotationDocument, classes: Classes): readonly NamedShape[] {
  const last = named.get(document)
  if (last?.classes === classes) return last.shapes
  const byId = new Map(classes.map((each) => [each.id, each]))
  const counts = new Map<ClassId, number>()
  const shapes = document.filter(isPlaced).map((shape) => {
    const number = (counts.get(shape.classId) ?? 0) + 1
    counts.set(shape.classId, number)
    return { shape, label: byId.get(shape.classId), number }
  })
  named.set(document, { classes, shapes })
  return shapes
}

export function shapeName({ label, number }: NamedShape): string {
  return `${label?.name ?? 'Unknown class'} ${number}`
}

/** "288×275", in whole image pixels. */
export function sizeText(shape: PlacedShape, times = '×'): string {
  const { x0, y0, x1, y1 } = shapeBounds(shape)
  return `${Math.round(x1 - x0)}${times}${Math.round(y1 - y0)}`
}

const scenes = new WeakMap<readonly NamedShape[], Scene>()

/** The same shapes as the canvas wants them. */
export function sceneOf(shapes: readonly NamedShape[]): Scene {
  const last = scenes.get(shapes)
  if (last) return last
  const scene = buildScene(shapes.map((each) => sceneShape(each)))
  scenes.set(shapes, scene)
  return scene
}

/** One shape for the canvas; a gesture may have changed it. */
export function sceneShape(each: NamedShape, shape: PlacedShape = each.shape): SceneShape {
  const bounds = shapeBounds(shape)
  const place = each.label?.color ?? 1
  return {
    id: shape.id,
    kind: shape.kind,
    rings: shapeRings(shape),
    bounds,
    area: pickArea(bounds, shapeArea(shape)),
    color: classColor(place),
    isRepeated: isHatched(place),
    name: shapeName(each),
  }
}

export function shapesById(document: AnnotationDocument): ReadonlyMap<ShapeId, PlacedShape> {
  const last = indexed.get(document)
  if (last) return last
  const index = new Map(document.filter(isPlaced).map((shape) => [shape.id, shape]))
  indexed.set(document, index)
  return index
}

const indexed = new WeakMap<AnnotationDocument, ReadonlyMap<ShapeId, PlacedShape>>()
