type Colour = readonly [red: number, green: number, blue: number]

/** Pixels of this number belong to nobody: readers leave them out. */
export const VOID = 255

/**
 * The color that VOC gives to a number below 2²⁴, a different one to each: the bits of the number, lowest first, go to red,
 * green and blue in turn, into the highest bit that is free there.
 */
export function vocColour(number: number): Colour {
  let [red, green, blue] = [0, 0, 0]
  for (let bit = 7, rest = number; rest > 0; bit -= 1, rest >>>= 3) {
    red |= (rest & 1) << bit
    green |= ((rest >>> 1) & 1) << bit
    blue |= ((rest >>> 2) & 1) << bit
  }
  return [red, green, blue]
}

/** The colors of all numbers up to one, three bytes each. */
export function vocPalette(last: number): Uint8Array {
  return Uint8Array.from(Array.from({ length: last + 1 }, (_, number) => vocColour(number)).flat())
}

/** The number of what comes at a place, from 0: the background takes 0, and no number is that of the void. */
export function vocNumber(place: number): number {
  return place + 1 < VOID ? place + 1 : place + 2
}
