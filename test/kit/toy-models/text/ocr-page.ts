import sharp, { type Sharp } from 'sharp'

/** The letters of the toy readers, by the color (0 or 1 per channel) of their stripe. */
export const INKS = {
  r: [1, 0, 0],
  g: [0, 1, 0],
  b: [0, 0, 1],
  c: [0, 1, 1],
  m: [1, 0, 1],
  y: [1, 1, 0],
} as const
/** Ink without a letter. */
export const PLAIN = [0.5, 0.5, 0.5] as const

/** A word as stripes from left to right. Repeated adjacent letters are read as one; `-` is plain ink between them. */
interface DrawnWord {
  readonly stripes: string
  readonly left: number
  readonly top: number
  /** Width of a stripe. The word's height is 3.6 stripe widths, at which toy detectors find exactly its rectangle. */
  readonly stripe: number
}

interface DrawnPage {
  readonly width: number
  readonly height: number
  readonly words: readonly DrawnWord[]
}

/** Draws white paper with upright words. */
export function drawnPage({ width, height, words }: DrawnPage): Sharp {
  const data = Buffer.alloc(3 * width * height, 255)
  for (const word of words) drawWord({ data, width }, word)
  return sharp(data, { raw: { width, height, channels: 3 } })
}

function drawWord({ data, width }: { data: Buffer; width: number }, { stripes, left, top, stripe }: DrawnWord): void {
  for (let x = 0; x < stripes.length * stripe; x += 1) {
    const letter = stripes[Math.floor(x / stripe)] ?? '-'
    const ink = isLetter(letter) ? INKS[letter] : PLAIN
    for (let y = 0; y < Math.round(3.6 * stripe); y += 1) {
      data.set(
        ink.map((value) => 255 * value),
        3 * ((top + y) * width + left + x),
      )
    }
  }
}

function isLetter(letter: string): letter is keyof typeof INKS {
  return letter in INKS
}
