/** A class in a table of colors. */
export interface ColourRow {
  readonly name: string
  /** As 0xRRGGBB. */
  readonly colour: number
}

const SPACED = /^\s*(?<r>\d{1,3})\s+(?<g>\d{1,3})\s+(?<b>\d{1,3})\s+(?<name>\S.*?)\s*$/
const SEPARATED = /^\s*(?<name>[^,]+?)\s*,\s*(?<r>\d{1,3})\s*,\s*(?<g>\d{1,3})\s*,\s*(?<b>\d{1,3})\s*$/

/** `64 128 64 Animal` of `label_colors.txt`, or `Animal,64,128,64` of `class_dict.csv`. */
export function readColourRow(line: string): ColourRow | undefined {
  const { r, g, b, name } = (SPACED.exec(line) ?? SEPARATED.exec(line))?.groups ?? {}
  return name === undefined ? undefined : { name, colour: Number(r) * 65536 + Number(g) * 256 + Number(b) }
}
