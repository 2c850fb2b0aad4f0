/** A fresh version seed: 128 bits as 32 hexadecimal digits. */
export function freshSeed(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Enough of a seed to tell it from another at a glance. */
export function shortSeed(seed: string): string {
  return seed.slice(0, 8)
}
