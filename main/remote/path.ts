/** A path from the root, of parts that may hold any character. */
export function pathOf(...parts: readonly (string | number)[]): string {
  return `/${parts.map((part) => encodeURIComponent(part)).join('/')}`
}
