/** Converts sRGB bytes to CIE L*a*b* (D65), where equal distances look equally different. */
export function labOf(rgb: Uint8Array): Float32Array {
  const lab = new Float32Array(rgb.length)
  for (let i = 0; i < rgb.length; i += 3) {
    const red = LINEAR[rgb[i] ?? 0] ?? 0
    const green = LINEAR[rgb[i + 1] ?? 0] ?? 0
    const blue = LINEAR[rgb[i + 2] ?? 0] ?? 0
    const x = root((0.4124564 * red + 0.3575761 * green + 0.1804375 * blue) / 0.95047)
    const y = root(0.2126729 * red + 0.7151522 * green + 0.072175 * blue)
    const z = root((0.0193339 * red + 0.119192 * green + 0.9503041 * blue) / 1.08883)
    lab[i] = 116 * y - 16
    lab[i + 1] = 500 * (x - y)
    lab[i + 2] = 200 * (y - z)
  }
  return lab
}

const LINEAR = Float32Array.from({ length: 256 }, (_, byte) => {
  const value = byte / 255
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
})

const ROOT_STEPS = 4096

/** The L*a*b* cube root with its linear segment, sampled finely enough for bytes. */
const ROOTS = Float32Array.from({ length: ROOT_STEPS + 1 }, (_, step) => {
  const value = step / ROOT_STEPS
  return value > 216 / 24389 ? Math.cbrt(value) : ((24389 / 27) * value + 16) / 116
})

function root(value: number): number {
  return ROOTS[Math.round(Math.min(1, value) * ROOT_STEPS)] ?? 0
}
