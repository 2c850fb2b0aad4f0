import type { PngPixels } from '../../../kit/png/reader.ts'
import { VOID, vocColour } from '../../../kit/png/voc-colours.ts'

/** The class that a color, as 0xRRGGBB, stands for. */
export type ClassColours = (colour: number) => string | undefined

/** The classes of the benchmark itself, whose datasets come without a table. */
export const VOC_CLASSES: readonly string[] = [
  'aeroplane',
  'bicycle',
  'bird',
  'boat',
  'bottle',
  'bus',
  'car',
  'cat',
  'chair',
  'cow',
  'diningtable',
  'dog',
  'horse',
  'motorbike',
  'person',
  'pottedplant',
  'sheep',
  'sofa',
  'train',
  'tvmonitor',
]
export const VOC_COLOURS = coloursOf(new Map(VOC_CLASSES.map((name, index) => [index + 1, name])))

/** The names of numbers by the colors that VOC gives to these. */
export function coloursOf(names: ReadonlyMap<number, string>): ReadonlyMap<number, string> {
  return new Map([...names].map(([number, name]) => [numberOf(vocColour(number)), name]))
}

/** The color of a value of a mask; gray masks have the numbers of VOC's colors. */
export function colourOf({ palette, isColoured }: PngPixels, value: number): number {
  return isColoured ? value : (palette?.[value] ?? numberOf(vocColour(value)))
}

const VOID_COLOUR = numberOf(vocColour(VOID))

/** The background, and the borders that belong to nobody. */
export function isNobody(colour: number): boolean {
  return colour === 0 || colour === VOID_COLOUR
}

/** Whether pixels of this color are left out of training and evaluation. */
export function isVoidColour(colour: number): boolean {
  return colour === VOID_COLOUR
}

/** `128,0,0`. */
export function shownColour(colour: number): string {
  return [colour >> 16, (colour >> 8) & 255, colour & 255].join(',')
}

/** 0xRRGGBB. */
export function numberOf([red = 0, green = 0, blue = 0]: readonly number[]): number {
  return red * 65536 + green * 256 + blue
}
