/** Numbers in half precision (IEEE 754 binary16) as their bits, rounded to the nearest; of two equally near, to the even one. */
export function toHalves(values: Float32Array): Uint16Array {
  return Uint16Array.from(values, halfBits)
}

function halfBits(value: number): number {
  const sign = value < 0 || Object.is(value, -0) ? 0x8000 : 0
  const size = Math.abs(value)
  if (Number.isNaN(size)) return 0x7e00
  // The largest half is 65504; what is nearer to the next step is infinite.
  if (size >= 65520) return sign | 0x7c00
  const exponent = Math.max(-14, Math.floor(Math.log2(size)))
  const steps = roundToEven(size / 2 ** (exponent - 10))
  // Below the normal numbers steps are the bits themselves; above, the leading one is left out, and carries on into the exponent.
  return sign | (steps + (exponent + 14) * 1024)
}

function roundToEven(value: number): number {
  const below = Math.floor(value)
  const rest = value - below
  return rest > 0.5 || (rest === 0.5 && below % 2 === 1) ? below + 1 : below
}
