import anyAscii from 'any-ascii'
import type { Size } from '#common/geometry/space'
import type { Pixels } from '#transforms/raster'
import { type Colour, inkOn } from './colours.ts'
import { GLYPH, rowsOf } from './font.ts'
import { fillBox } from './strokes.ts'

/** Dots between two letters, and around a label. */
const GAP = 1
const PADDING = 2
/** Longer labels are cut off. */
const MOST_LETTERS = 60

/** Pixels of a dot of a letter, so that labels can be read on small and on large images. */
export function dotSize({ width, height }: Size): number {
  return Math.max(1, Math.min(10, Math.round(Math.min(width, height) / 240)))
}

interface Label {
  readonly text: string
  readonly colour: Colour
  /** Where the upper left corner is to be; a label that would reach over the image is moved into it. */
  readonly x: number
  readonly y: number
}

export function labelSize(text: string, dot: number): Size {
  const letters = asciiOf(text).length
  const width = letters * (GLYPH.width + GAP) - GAP + 2 * PADDING
  return { width: width * dot, height: (GLYPH.height + 2 * PADDING) * dot }
}

/** Text on a ground of a color. */
export function drawLabel(pixels: Pixels, { text, colour, x, y }: Label): void {
  const dot = dotSize(pixels)
  const { width, height } = labelSize(text, dot)
  const left = Math.max(0, Math.min(pixels.width - width, Math.round(x)))
  const top = Math.max(0, Math.min(pixels.height - height, Math.round(y)))
  fillBox(pixels, { x0: left, y0: top, x1: left + width, y1: top + height }, { colour, share: 1 })
  const ink = inkOn(colour)
  for (const [index, letter] of Array.from(asciiOf(text)).entries()) {
    const at = { x: left + (PADDING + index * (GLYPH.width + GAP)) * dot, y: top + PADDING * dot }
    drawLetter(pixels, rowsOf(letter), { ...at, dot, colour: ink })
  }
}

interface Inked {
  readonly x: number
  readonly y: number
  readonly dot: number
  readonly colour: Colour
}

function drawLetter(pixels: Pixels, rows: readonly number[], { x, y, dot, colour }: Inked): void {
  for (const [row, bits] of rows.entries()) {
    for (let column = 0; column < GLYPH.width; column += 1) {
      if (((bits >> (GLYPH.width - 1 - column)) & 1) === 0) continue
      const [left, top] = [x + column * dot, y + row * dot]
      fillBox(pixels, { x0: left, y0: top, x1: left + dot, y1: top + dot }, { colour, share: 1 })
    }
  }
}

/** Other scripts are spelled with the letters that there are. */
function asciiOf(text: string): string {
  return anyAscii(text).slice(0, MOST_LETTERS)
}
