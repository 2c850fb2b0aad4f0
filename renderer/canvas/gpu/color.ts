/** Red, green, blue and opacity, each 0 to 1. */
export type Rgba = readonly [red: number, green: number, blue: number, alpha: number]

const known = new Map<string, Rgba>()

/** Parses the two notations that the canvas uses, `#RRGGBB` and `rgba(r, g, b, a)`. Anything else is transparent. */
export function rgbaOf(color: string): Rgba {
  const last = known.get(color)
  if (last) return last
  const rgba = color.startsWith('#') ? fromHex(color) : fromFunction(color)
  known.set(color, rgba)
  return rgba
}

function fromHex(color: string): Rgba {
  const value = Number.parseInt(color.slice(1), 16)
  return [((value >> 16) & 255) / 255, ((value >> 8) & 255) / 255, (value & 255) / 255, 1]
}

function fromFunction(color: string): Rgba {
  const [red = 0, green = 0, blue = 0, alpha] = (color.match(/[\d.]+/g) ?? []).map(Number)
  const opacity = alpha ?? (color.startsWith('rgb') ? 1 : 0)
  return [red / 255, green / 255, blue / 255, opacity]
}
