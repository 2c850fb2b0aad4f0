import { message } from '#common/messages/message'
import { MAX_HELD_PIXELS } from '#core/dataset/images/rules'
import type { Pixels } from '#transforms/raster'
import { ImageError } from '../image-error.ts'
import { bytesOf, quoted } from './text.ts'
import type { PickledArray, PickledType } from './values.ts'

interface ValueType {
  readonly bytes: number
  read(view: DataView, at: number, isLittle: boolean): number
}

const VALUE_TYPES: ReadonlyMap<string, ValueType> = new Map([
  ['u1', { bytes: 1, read: (view, at) => view.getUint8(at) }],
  ['b1', { bytes: 1, read: (view, at) => view.getUint8(at) }],
  ['i1', { bytes: 1, read: (view, at) => view.getInt8(at) }],
  ['u2', { bytes: 2, read: (view, at, isLittle) => view.getUint16(at, isLittle) }],
  ['i2', { bytes: 2, read: (view, at, isLittle) => view.getInt16(at, isLittle) }],
  ['u4', { bytes: 4, read: (view, at, isLittle) => view.getUint32(at, isLittle) }],
  ['i4', { bytes: 4, read: (view, at, isLittle) => view.getInt32(at, isLittle) }],
  ['u8', { bytes: 8, read: (view, at, isLittle) => Number(view.getBigUint64(at, isLittle)) }],
  ['i8', { bytes: 8, read: (view, at, isLittle) => Number(view.getBigInt64(at, isLittle)) }],
  ['f4', { bytes: 4, read: (view, at, isLittle) => view.getFloat32(at, isLittle) }],
  ['f8', { bytes: 8, read: (view, at, isLittle) => view.getFloat64(at, isLittle) }],
])

interface Values {
  readonly view: DataView
  readonly type: ValueType
  readonly isLittle: boolean
}

/** Rows, columns and channels, and how many values lie between two neighbors of each. */
interface Grid {
  readonly height: number
  readonly width: number
  readonly channels: number
  readonly steps: readonly [row: number, column: number, channel: number]
}

/**
 * The pixels of an array with rows, columns and channels, whose values go from 0 to 255. The channels are in OpenCV's order, blue
 * first, as the inference server takes arrays. One channel is gray; a fourth says how opaque a pixel is, and is left out.
 */
export function arrayPixels({ content }: PickledArray): Pixels {
  if (content === undefined) throw new ImageError(message('pickle-array-empty'))
  const { shape, layout } = content
  const type = valueType(content.type)
  const grid = gridOf(shape, layout)
  const bytes = bytesOf(content.bytes)
  const expected = grid.height * grid.width * grid.channels * type.bytes
  if (bytes.length !== expected)
    throw new ImageError(message('array-bytes-misfit', { shape: shape.join(' × '), expected, found: bytes.length }))
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const isLittle = content.type.order !== '>'
  return { width: grid.width, height: grid.height, data: toRgb(grid, { view, type, isLittle }) }
}

function valueType({ code }: PickledType): ValueType {
  const known = VALUE_TYPES.get(code)
  if (known === undefined) throw new ImageError(message('array-type-unknown', { type: quoted(code) }))
  return known
}

function gridOf(shape: readonly number[], layout: readonly number[]): Grid {
  const [height = 0, width = 0, channels = 0] = shape
  if (shape.length !== 3) throw new ImageError(message('array-dimensions-misfit', { dimensions: shape.length }))
  if (height < 1 || width < 1) throw new ImageError(message('array-empty'))
  if (![1, 3, 4].includes(channels)) throw new ImageError(message('array-channels-misfit', { channels }))
  if (height * width > MAX_HELD_PIXELS) throw new ImageError(message('array-too-large'))
  const stepOf = (axis: number) =>
    layout.slice(layout.indexOf(axis) + 1).reduce((step, faster) => step * (shape[faster] ?? 1), 1)
  return { height, width, channels, steps: [stepOf(0), stepOf(1), stepOf(2)] }
}

function toRgb(grid: Grid, values: Values): Uint8Array {
  const { height, width, channels, steps } = grid
  const [rowStep, columnStep, channelStep] = steps
  const data = new Uint8Array(3 * height * width)
  const red = channels === 1 ? 0 : 2 * channelStep
  const green = channels === 1 ? 0 : channelStep
  let to = 0
  for (let row = 0; row < height; row += 1) {
    for (let column = 0; column < width; column += 1, to += 3) {
      const at = row * rowStep + column * columnStep
      data[to] = byteAt(values, at + red)
      data[to + 1] = byteAt(values, at + green)
      data[to + 2] = byteAt(values, at)
    }
  }
  return data
}

function byteAt({ view, type, isLittle }: Values, place: number): number {
  const value = type.read(view, place * type.bytes, isLittle)
  if (value >= 0 && value <= 255) return Math.round(value)
  throw new ImageError(message('array-value-outside', { value: String(value) }))
}
