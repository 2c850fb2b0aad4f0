import { Tensor } from 'onnxruntime-node'

/** A rectangle of one color, in pixels; right and bottom are exclusive. */
export interface DrawnRectangle {
  readonly rgb: readonly [number, number, number]
  readonly box: readonly [left: number, top: number, right: number, bottom: number]
}

export interface DrawnImage {
  readonly width: number
  readonly height: number
  readonly rectangles: readonly DrawnRectangle[]
  /** Gray of the background, as exporters pad. */
  readonly ground?: number
}

/** Returns images of one size as model input: float32 [N, 3, H, W], RGB from 0 to 1. */
export function drawnTensor(images: readonly DrawnImage[]): Tensor {
  const { width = 0, height = 0 } = images[0] ?? {}
  const planes = images.flatMap((image) => [0, 1, 2].map((channel) => planeOf(image, channel)))
  const pixels = new Float32Array(planes.length * width * height)
  for (const [i, plane] of planes.entries()) pixels.set(plane, i * width * height)
  return new Tensor('float32', pixels, [images.length, 3, height, width])
}

function planeOf({ width, height, rectangles, ground = 114 }: DrawnImage, channel: number): Float32Array {
  const plane = new Float32Array(width * height).fill(ground / 255)
  for (const { rgb, box } of rectangles) {
    const [left, top, right, bottom] = box
    for (let y = top; y < bottom; y++) plane.fill((rgb[channel] ?? 0) / 255, y * width + left, y * width + right)
  }
  return plane
}
