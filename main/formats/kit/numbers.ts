import type { Box } from '#common/geometry/box'
import type { Size } from '#common/geometry/space'

/** The nearest whole number, halves upwards. */
export function int(value: number): number {
  return Math.floor(value + 0.5)
}

/** The edges of a box that lies in an image, each at the nearest whole pixel; at least one pixel wide and high, and still in the image. */
export function wholeBox({ x0, y0, x1, y1 }: Box, { width, height }: Size): Box {
  const [left, right] = wholeSpan([x0, x1], width)
  const [top, bottom] = wholeSpan([y0, y1], height)
  return { x0: left, y0: top, x1: right, y1: bottom }
}

function wholeSpan([from, to]: readonly [number, number], side: number): readonly [number, number] {
  const first = Math.min(int(from), side - 1)
  return [first, Math.max(int(to), first + 1)]
}

/** Rounded to three decimals. */
export function r3(value: number): number {
  const thousands = value * 1000
  const whole = Math.round(thousands)
  // Far from the middle between two candidates the product's own rounding cannot decide; an export rounds millions of numbers.
  const isClear = Math.abs(Math.abs(thousands - whole) - 0.5) > 1e-6 && Math.abs(thousands) < 1e9
  return isClear ? whole / 1000 + 0 : rounded(value, 3)
}

/** `.001`, `.01` … as they stand behind a whole number, by thousandths. */
const FRACTIONS = Array.from({ length: 1000 }, (_, thousandths) => String(thousandths / 1000).slice(1))

/** The text of a number rounded to three decimals, put together from whole numbers: several times as fast as spelling a fraction. */
export function r3Text(value: number): string {
  const thousands = Math.round(r3(value) * 1000)
  if (thousands < 0 || thousands > 1e9) return String(r3(value))
  const whole = Math.floor(thousands / 1000)
  return whole + (FRACTIONS[thousands - whole * 1000] ?? '')
}

/** With exactly two decimals. */
export function f2(value: number): string {
  return rounded(value, 2).toFixed(2)
}

/** The shortest decimal that reads back as the same number, never with an exponent. */
export function short(value: number): string {
  return Math.abs(value) < 1e-6 ? '0' : String(value)
}

/** A share is put together from groups of digits; the last group has no noughts at its end. */
const THREE_DIGITS = Array.from({ length: 1000 }, (_, number) => String(number).padStart(3, '0'))
const LAST_THREE_DIGITS = THREE_DIGITS.map((digits) => digits.replace(/0+$/, ''))
const LAST_FOUR_DIGITS = Array.from({ length: 10_000 }, (_, number) =>
  String(number).padStart(4, '0').replace(/0+$/, ''),
)

/** A length as a share of the image's side, inside 0…1, free of the noise that division leaves in the last digits. */
export function share(length: number, side: number): string {
  const value = Math.min(1, Math.max(0, length / side))
  const places = value * 1e10
  const whole = Math.round(places)
  // As for three decimals; 1 itself and what is nearly nothing are seldom.
  const isClear = Math.abs(Math.abs(places - whole) - 0.5) > 1e-4 && whole >= 10_000 && whole < 1e10
  if (!isClear) return short(rounded(value, 10))
  const first = Math.floor(whole / 1e7)
  const middle = Math.floor(whole / 1e4) % 1000
  const last = whole % 1e4
  if (last > 0) return `0.${THREE_DIGITS[first]}${THREE_DIGITS[middle]}${LAST_FOUR_DIGITS[last]}`
  return middle > 0 ? `0.${THREE_DIGITS[first]}${LAST_THREE_DIGITS[middle]}` : `0.${LAST_THREE_DIGITS[first]}`
}

/** A share for JSON, which writes it in the same way. */
export function shareNumber(length: number, side: number): number {
  return Number(share(length, side))
}

/** `toFixed` rounds the exact binary value. Adding 0 turns -0 into 0. */
function rounded(value: number, decimals: number): number {
  return Number(value.toFixed(decimals)) + 0
}
