import { brand } from '#common/border'
import { type Box, boxRing } from '#common/geometry/box'
import { maskOfRings } from '#common/geometry/mask-forms'
import { type Ring, type Rings, ringsBounds } from '#common/geometry/polygon'
import type { Size, Viewport } from '#common/geometry/space'
import type { ShapeId } from '#common/ids'
import { imageEqualization } from '#renderer/canvas/image-equalization'
import { buildScene, EMPTY_SCENE, type SceneShape } from '#renderer/canvas/scene'
import { type Adjustments, UNADJUSTED } from '#renderer/canvas/still/adjust'
import type { ImagePart, StillView } from '#renderer/canvas/still/renderer'

/** A scene with the size of its canvas. */
export interface Example {
  readonly size: Size
  readonly density: number
  readonly view: StillView
}

const SIZE = { width: 320, height: 240 }
const COLORS = ['#78A4F6', '#FBD04E', '#DA470F', '#34DCAD', '#BA38BD', '#ABF2F6'] as const
const NOBODY: ReadonlySet<ShapeId> = new Set()

export function shapeOf(name: string, rings: Rings, more: Partial<SceneShape> = {}): SceneShape {
  const bounds = ringsBounds(rings)
  const color = COLORS[name.length % COLORS.length] ?? COLORS[0]
  const id = brand<ShapeId>(name.padEnd(8, '0'))
  return { id, kind: 'polygon', rings, bounds, area: 1, color, isRepeated: false, name, ...more }
}

const box = (name: string, bounds: Box) => shapeOf(name, [boxRing(bounds)], { kind: 'box' })

/** Returns points on a wavy circle. */
export function blob(x: number, y: number, { radius, points }: { radius: number; points: number }): Ring {
  return Array.from({ length: points }, (_, i) => {
    const turn = (i / points) * 2 * Math.PI
    const reach = radius * (1 + 0.25 * Math.sin(turn * 5))
    return [x + reach * Math.cos(turn), y + reach * Math.sin(turn)]
  }).flat()
}

export const BARE_VIEW: StillView = {
  viewport: { scale: 1, offsetX: 0, offsetY: 0 },
  frame: SIZE,
  image: [],
  adjust: UNADJUSTED,
  color: '#6B7075',
  scene: EMPTY_SCENE,
  proposals: EMPTY_SCENE,
  omitted: NOBODY,
  look: 'rest',
  selected: NOBODY,
  isBare: false,
}

function example(view: Partial<StillView>, density = 1): Example {
  return { size: SIZE, density, view: { ...BARE_VIEW, ...view } }
}

const boxes = [
  box('a', { x0: 20, y0: 24, x1: 140, y1: 110 }),
  box('bb', { x0: 100.4, y0: 60.7, x1: 220.2, y1: 200.3 }),
  box('ccc', { x0: 180, y0: 20, x1: 300, y1: 80 }),
  box('dddd', { x0: 250, y0: 130, x1: 262, y1: 216 }),
]

const polygons = [
  shapeOf('blob', [blob(90, 90, { radius: 60, points: 60 })]),
  shapeOf('donut', [boxRing({ x0: 160, y0: 20, x1: 300, y1: 140 }), boxRing({ x0: 200, y0: 50, x1: 260, y1: 110 })]),
  shapeOf('spikes', [[20, 220, 60, 150, 64, 215, 130, 160, 120, 226]]),
  shapeOf('parts', [blob(190, 190, { radius: 22, points: 24 }), blob(260, 190, { radius: 26, points: 24 })]),
]

function maskOf(name: string, rings: Rings): SceneShape {
  return shapeOf(name, rings, { kind: 'mask', rings: [], mask: maskOfRings(rings, SIZE) })
}

const masks = [
  maskOf('stairs', [[40, 40, 120, 40, 120, 60, 140, 60, 140, 80, 160, 80, 160, 160, 60, 160, 60, 120, 40, 120]]),
  maskOf('hollow', [boxRing({ x0: 180, y0: 90, x1: 290, y1: 200 }), boxRing({ x0: 200, y0: 110, x1: 220, y1: 130 })]),
]

const person = {
  names: ['head', 'neck', 'left', 'right', 'foot'],
  edges: [
    [0, 1],
    [1, 2],
    [1, 3],
    [1, 4],
  ] as const,
}

function skeleton(name: string, { x0, y0, x1, y1 }: Box): SceneShape {
  const at = (x: number, y: number, visibility: 0 | 1 | 2) => ({
    x: x0 + x * (x1 - x0),
    y: y0 + y * (y1 - y0),
    visibility,
  })
  const points = [at(0.5, 0.1, 2), at(0.5, 0.35, 2), at(0.2, 0.5, 2), at(0.8, 0.5, 1), at(0.5, 0.9, 2)]
  return { ...box(name, { x0, y0, x1, y1 }), kind: 'keypoints', skeleton: { ...person, points } }
}

const skeletons = [
  skeleton('a', { x0: 20, y0: 20, x1: 120, y1: 220 }),
  skeleton('bb', { x0: 140, y0: 30, x1: 240, y1: 130 }),
  skeleton('ccc', { x0: 250, y0: 150, x1: 290, y1: 190 }),
]

/** 450 shapes from below one pixel to 24 pixels. */
const crowd = Array.from({ length: 450 }, (_, i) => {
  const [column, row] = [i % 30, Math.floor(i / 30)]
  const radius = 0.3 + 11 * (column / 30) ** 2
  const place = { x: 4 + column * 5 + column ** 2 * 0.19, y: 8 + row * 16 }
  return shapeOf(`${'x'.repeat(1 + (i % 6))}${i}`, [blob(place.x, place.y, { radius, points: 18 })])
})

/** Its last five rows are locked, and otherwise equal to the five rows before them. */
const halfLocked = crowd.map((shape, i) => ({ ...shape, isLocked: i >= 300 }))

/** More than the CPU driver draws in one frame. */
const multitude = Array.from({ length: 12_000 }, (_, i) =>
  shapeOf(`m${i}`, [blob(20 + (i % 280), 20 + ((i * 7) % 200), { radius: 18, points: 60 })]),
)

/** Draws an image with colors, edges and single pixels. */
function drawnImage({ width, height }: Size): Promise<ImageBitmap> {
  const canvas = new OffscreenCanvas(width, height)
  const ctx = canvas.getContext('2d')
  if (!ctx) throw new Error('No canvas to draw the image on')
  const ground = ctx.createLinearGradient(0, 0, width, height)
  ground.addColorStop(0, '#204060')
  ground.addColorStop(0.5, '#C0B090')
  ground.addColorStop(1, '#406020')
  ctx.fillStyle = ground
  ctx.fillRect(0, 0, width, height)
  COLORS.forEach((color, i) => {
    ctx.fillStyle = color
    ctx.fillRect(width * (0.1 + 0.14 * i), height * (0.15 + 0.1 * i), width * 0.12, height * 0.2)
  })
  ctx.fillStyle = '#FFFFFF'
  for (let i = 0; i < 40; i++) ctx.fillRect(2 + ((i * 37) % (width - 4)), 2 + ((i * 53) % (height - 4)), 1, 1)
  return createImageBitmap(canvas)
}

const ADJUSTED: Adjustments = {
  ...UNADJUSTED,
  brightness: 0.1,
  contrast: 1.6,
  gamma: 1.4,
  isInverted: true,
  window: { from: 0.1, to: 0.9 },
}

const NATURAL = { width: 640, height: 480 }

async function image(viewport: Viewport, more: Partial<StillView> = {}): Promise<Example> {
  const box = { x0: 0, y0: 0, x1: NATURAL.width, y1: NATURAL.height }
  const [bitmap, coarse] = await Promise.all([drawnImage(NATURAL), drawnImage({ width: 40, height: 30 })])
  const parts: ImagePart[] = [{ key: 'whole', bitmap, box, standIn: { key: 'coarse', bitmap: coarse, box } }]
  return example({ viewport, frame: NATURAL, image: parts, ...more })
}

/** Adds local contrast with the same tables as the annotate page. */
async function equalized(viewport: Viewport, more: Partial<Adjustments> = {}): Promise<Example> {
  const drawn = await drawnImage(NATURAL)
  const adjust = { ...UNADJUSTED, localContrast: 0.8, ...more }
  return image(viewport, { adjust: { ...adjust, equalization: imageEqualization(drawn, adjust) } })
}

/** A coarse image under two adjacent tiles. */
async function tiles(): Promise<Example> {
  const { view, ...rest } = await image({ scale: 0.5, offsetX: 0.3, offsetY: 0.6 })
  const [coarse, tile] = await Promise.all([
    drawnImage({ width: 80, height: 60 }),
    drawnImage({ width: 201, height: 200 }),
  ])
  const whole = { x0: 0, y0: 0, x1: 640, y1: 480 }
  return {
    ...rest,
    view: {
      ...view,
      image: [
        { key: 'coarse', bitmap: coarse, box: whole },
        { key: 'left', bitmap: tile, box: { x0: 100, y0: 100, x1: 300.5, y1: 300 } },
        { key: 'right', bitmap: tile, box: { x0: 300.5, y0: 100, x1: 500, y1: 300 } },
      ],
    },
  }
}

/** A corner of the last box is in the middle of the canvas; the first box extends the chunk over the whole image. */
const FAR_CORNER = { x: 12345.678, y: 9876.543 }
const far = [
  box('a', { x0: 0, y0: 0, x1: 20, y1: 20 }),
  box('bb', { x0: FAR_CORNER.x, y0: FAR_CORNER.y, x1: 20000, y1: 15000 }),
]
const ON_FAR_CORNER = { scale: 64, offsetX: 160.3 - 64 * FAR_CORNER.x, offsetY: 120.6 - 64 * FAR_CORNER.y }

/** A locked box, outline, mask and object with keypoints among unlocked ones. */
const locked = [
  ...[boxes[0], polygons[2], masks[1], skeletons[1]].flatMap((shape) => (shape ? [{ ...shape, isLocked: true }] : [])),
  ...[boxes[2], polygons[3]].flatMap((shape) => shape ?? []),
]

const ids = (...shapes: readonly (SceneShape | undefined)[]) => new Set(shapes.flatMap((shape) => shape?.id ?? []))

/** Scenes that both drivers must draw alike. */
export const EXAMPLES = {
  boxes: () => example({ scene: buildScene(boxes) }),
  polygons: () => example({ scene: buildScene(polygons) }),
  'polygons on a dense screen': () => example({ scene: buildScene(polygons), look: 'beside' }, 2),
  selected: () =>
    example({
      scene: buildScene(polygons),
      look: 'beside',
      selected: ids(polygons[0], polygons[2]),
      omitted: ids(polygons[3]),
    }),
  proposals: () => example({ scene: buildScene(boxes.slice(0, 1)), proposals: buildScene(polygons) }),
  crowd: () => example({ scene: buildScene(crowd) }),
  multitude: () => example({ scene: buildScene(multitude) }),
  'multitude beside': () => example({ scene: buildScene(multitude), viewport: { scale: 1, offsetX: 40, offsetY: 10 } }),
  'crowd from afar': () =>
    example({ scene: buildScene(halfLocked), viewport: { scale: 0.3, offsetX: 100, offsetY: 80 } }),
  masks: () => example({ scene: buildScene(masks), selected: ids(masks[1]) }),
  skeletons: () => example({ scene: buildScene(skeletons), selected: ids(skeletons[1]) }),
  locked: () => example({ scene: buildScene(locked), look: 'beside', selected: ids(polygons[2]) }),
  'image at 30 %': () => image({ scale: 0.3, offsetX: 60.5, offsetY: 48.25 }),
  'image at 100 %': () => image({ scale: 1, offsetX: -160, offsetY: -120 }),
  'image at 800 %': () => image({ scale: 8, offsetX: -1203.4, offsetY: -800.7 }),
  'image with adjustments': () => image({ scale: 0.5, offsetX: 0, offsetY: 0 }, { adjust: ADJUSTED }),
  'image, green alone': () =>
    image({ scale: 0.5, offsetX: 0, offsetY: 0 }, { adjust: { ...UNADJUSTED, channel: 'green' } }),
  'image with local contrast': () => equalized({ scale: 0.5, offsetX: 0, offsetY: 0 }),
  'image with local contrast at 300 %': () => equalized({ scale: 3, offsetX: -403.4, offsetY: -300.7 }),
  'image with local contrast of blue in a window, inverted': () =>
    equalized(
      { scale: 0.4, offsetX: 30, offsetY: 20 },
      { channel: 'blue', isInverted: true, window: { from: 0.1, to: 0.7 } },
    ),
  'tiles over a coarse image': tiles,
  'corner at 6,400 %': () =>
    example({ scene: buildScene(far), viewport: ON_FAR_CORNER, frame: { width: 20_000, height: 15_000 } }),
} as const satisfies Record<string, () => Example | Promise<Example>>

export type ExampleName = keyof typeof EXAMPLES
