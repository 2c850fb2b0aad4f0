/** The one place where a plain value becomes a branded one. Call it only where the value has just been made or checked. */
export function brand<Branded>(value: Unbranded<Branded>): Branded {
  return value as Branded
}

/** The plain shape below a brand: a string for an id, `{x, y}` for a point. */
type Unbranded<Branded> = Branded extends string
  ? string
  : Branded extends { readonly x: number; readonly y: number }
    ? { readonly x: number; readonly y: number }
    : never
