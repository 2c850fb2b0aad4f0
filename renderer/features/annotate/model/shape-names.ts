import type { AnnotationDocument } from '#common/annotation/edit'
import {
  isPlaced,
  type PlacedForm,
  type PlacedShape,
  shapeArea,
  shapeBounds,
  shapeRings,
} from '#common/annotation/shape'
import { numberedSkeleton } from '#common/annotation/skeleton'
import type { LabelClass } from '#common/contract/projects'
import { type Line, lineLength } from '#common/geometry/line'
import { at, type Rings } from '#common/geometry/polygon'
import type { ClassId } from '#common/ids'
import { differingPlaces } from '#renderer/canvas/common-ends'
import {
  buildScene,
  changedScene,
  pickArea,
  renewIndex,
  type Scene,
  type SceneShape,
  type SceneSkeleton,
} from '#renderer/canvas/scene'
import { whenIdle } from '#renderer/ui/app/when-idle'
import { classColor, isHatched } from '#renderer/ui/display/class-color'
import { t } from '#renderer/words/words'

/** A shape with a place as a list names it: its class and which one of that class it is, in drawing order. */
export interface NamedShape {
  readonly shape: PlacedShape
  readonly label: LabelClass | undefined
  readonly number: number
}

type Classes = readonly LabelClass[]

interface Named {
  readonly document: AnnotationDocument
  readonly classes: Classes
  readonly shapes: readonly NamedShape[]
}

const named = new WeakMap<AnnotationDocument, Named>()

/** The last ones that were named: a gesture changes a few of very many. */
let lastNamed: Named | undefined

export function namedShapes(document: AnnotationDocument, classes: Classes): readonly NamedShape[] {
  const known = named.get(document)
  if (known?.classes === classes) return known.shapes
  const last = lastNamed?.classes === classes ? lastNamed : undefined
  const shapes = (last && renamed(last, document)) ?? nameShapes(document.filter(isPlaced), classes, last?.shapes ?? [])
  lastNamed = { document, classes, shapes }
  named.set(document, lastNamed)
  return shapes
}

/** Where some shapes have changed and none came, went or got another class, all are called what they were called. */
function renamed(last: Named, document: AnnotationDocument): readonly NamedShape[] | undefined {
  const { length } = document
  if (last.document.length !== length || last.shapes.length !== length) return undefined
  const shapes = last.shapes.slice()
  for (const place of differingPlaces(last.document, document)) {
    const [shape, before] = [document[place], shapes[place]]
    if (!shape || !before || !isPlaced(shape) || shape.classId !== before.shape.classId) return undefined
    shapes[place] = { ...before, shape }
  }
  return shapes
}

/** A shape that is called what it was called before stays the same object. */
function nameShapes(
  placed: readonly PlacedShape[],
  classes: Classes,
  last: readonly NamedShape[],
): readonly NamedShape[] {
  const byId = new Map(classes.map((each) => [each.id, each]))
  const counts = new Map<ClassId, number>()
  const shift = placed.length - last.length
  return placed.map((shape, place) => {
    const number = (counts.get(shape.classId) ?? 0) + 1
    counts.set(shape.classId, number)
    const before = last[place]?.shape === shape ? last[place] : last[place - shift]
    return before?.shape === shape && before.number === number
      ? before
      : { shape, label: byId.get(shape.classId), number }
  })
}

export function shapeName({ label, number }: NamedShape): string {
  return `${label?.name ?? t('Unknown class')} ${number}`
}

/** "288×275" in whole image pixels, the sides of a rotated box, the length of a line; a point has no size. */
export function sizeText(shape: PlacedShape, times = '×'): string {
  if (shape.kind === 'point') return t('point')
  if (shape.kind === 'polyline') return `${Math.round(lineLength(shape.points))} px`
  if (shape.kind === 'rotated-box') return `${Math.round(shape.box.width)}${times}${Math.round(shape.box.height)}`
  const { x0, y0, x1, y1 } = shapeBounds(shape)
  return `${Math.round(x1 - x0)}${times}${Math.round(y1 - y0)}`
}

const scenes = new WeakMap<readonly NamedShape[], Scene>()

let lastScene: { readonly named: readonly NamedShape[]; readonly scene: Scene } | undefined

/** The same shapes as the canvas wants them; what is the same as in the last scene is not made again. */
export function sceneOf(shapes: readonly NamedShape[]): Scene {
  const known = scenes.get(shapes)
  if (known) return known
  const scene =
    lastScene && shapes.length > 0 ? sceneAfter(lastScene, shapes) : buildScene(shapes.map((each) => sceneShape(each)))
  lastScene = { named: shapes, scene }
  scenes.set(shapes, scene)
  whenIdle(() => {
    if (lastScene?.scene === scene) renewIndex(scene)
  })
  return scene
}

function sceneAfter(last: NonNullable<typeof lastScene>, shapes: readonly NamedShape[]): Scene {
  return changedScene(
    last.scene,
    shapes.length === last.named.length ? drawnInPlace(last, shapes) : drawnAround(last, shapes),
  )
}

function drawnInPlace(last: NonNullable<typeof lastScene>, shapes: readonly NamedShape[]): readonly SceneShape[] {
  const drawn = last.scene.shapes.slice()
  for (const place of differingPlaces(last.named, shapes)) {
    const each = shapes[place]
    if (each) drawn[place] = sceneShape(each)
  }
  return drawn
}

/** Something came or went somewhere: what lies behind has another place. */
function drawnAround(last: NonNullable<typeof lastScene>, shapes: readonly NamedShape[]): readonly SceneShape[] {
  const shift = shapes.length - last.named.length
  return shapes.map((each, place) => {
    const before = last.named[place] === each ? place : place - shift
    return (last.named[before] === each ? last.scene.shapes[before] : undefined) ?? sceneShape(each)
  })
}

/** Always the same, so that it tells nothing about a mask. */
const NO_RINGS: Rings = []

/** One shape for the canvas; a gesture may have changed it. */
export function sceneShape(each: NamedShape, shape: PlacedShape = each.shape): SceneShape {
  const bounds = shapeBounds(shape)
  const place = each.label?.color ?? 1
  return {
    id: shape.id,
    kind: shape.kind,
    rings: shape.kind === 'mask' ? NO_RINGS : drawnRings(shape),
    mask: shape.kind === 'mask' ? shape.tiles : undefined,
    bounds,
    area: pickArea(bounds, shapeArea(shape)),
    color: classColor(place),
    isRepeated: isHatched(place),
    name: shapeName(each),
    isCarried: shape.isCarried,
    isLocked: shape.isLocked,
    skeleton: skeletonOf(shape, each.label),
  }
}

/** The canvas knows closed outlines alone: a line is one that runs there and back, a point one without extent. */
export function drawnRings(shape: PlacedForm): Rings {
  if (shape.kind === 'polyline') return [thereAndBack(shape.points)]
  if (shape.kind === 'point') return [[shape.at.x, shape.at.y, shape.at.x, shape.at.y, shape.at.x, shape.at.y]]
  return shapeRings(shape)
}

function thereAndBack(line: Line): Line {
  const back: number[] = []
  for (let i = line.length - 4; i >= 2; i -= 2) back.push(at(line, i), at(line, i + 1))
  return [...line, ...back]
}

/** Discs and the lines between them. Points that nobody named are numbered; a point alone has no name. */
function skeletonOf(shape: PlacedShape, label: LabelClass | undefined): SceneSkeleton | undefined {
  if (shape.kind === 'point') return { points: [{ ...shape.at, visibility: 2 }], edges: [], names: [] }
  if (shape.kind !== 'keypoints') return undefined
  const { points } = shape
  const { points: names, edges } = label?.skeleton ?? numberedSkeleton(points.length)
  return { points, edges, names }
}
