/** The nearest whole number, halves upwards. */
export function int(value: number): number {
  return Math.floor(value + 0.5)
}

/** Rounded to three decimals. */
export function r3(value: number): number {
  return rounded(value, 3)
}

/** With exactly two decimals. */
export function f2(value: number): string {
  return rounded(value, 2).toFixed(2)
}

/** The shortest decimal that reads back as the same number, never with an exponent. */
export function short(value: number): string {
  return Math.abs(value) < 1e-6 ? '0' : String(value)
}

/** A length as a share of the picture's side, inside 0…1, free of the noise that division leaves in the last digits. */
export function share(length: number, side: number): string {
  return short(rounded(Math.min(1, Math.max(0, length / side)), 10))
}

/** A share for JSON, which writes it in the same way. */
export function shareNumber(length: number, side: number): number {
  return Number(share(length, side))
}

/** `toFixed` rounds the exact binary value. Adding 0 turns -0 into 0. */
function rounded(value: number, decimals: number): number {
  return Number(value.toFixed(decimals)) + 0
}
