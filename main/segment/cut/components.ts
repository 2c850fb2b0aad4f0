import type { Mask } from '#common/geometry/mask'

/** 1-based number of each pixel's 4-connected component; 0 where `value` does not hold. */
export interface Parts {
  readonly label: Int32Array
  /** Number of pixels of component `n` at `n`. */
  readonly areas: readonly number[]
  /** Whether the component touches the edge of the window. */
  readonly onRim: readonly boolean[]
}

export function partsOf(mask: Mask, value: 0 | 1): Parts {
  const label = new Int32Array(mask.data.length)
  const [areas, onRim] = [[0], [false]]
  const stack = new Int32Array(mask.data.length)
  for (let seed = 0; seed < label.length; seed++) {
    if (mask.data[seed] !== value || label[seed] !== 0) continue
    const part = flood(mask, { label, stack, seed, number: areas.length })
    areas.push(part.area)
    onRim.push(part.onRim)
  }
  return { label, areas, onRim }
}

function flood(
  { width, height, data }: Mask,
  { label, stack, seed, number }: { label: Int32Array; stack: Int32Array; seed: number; number: number },
): { area: number; onRim: boolean } {
  const value = data[seed]
  let [depth, area, onRim] = [0, 0, false]
  visit(seed)
  while (depth > 0) {
    const i = stack[--depth] ?? 0
    const x = i % width
    area++
    if (x === 0 || x === width - 1 || i < width || i >= (height - 1) * width) onRim = true
    if (x > 0) visit(i - 1)
    if (x < width - 1) visit(i + 1)
    if (i >= width) visit(i - width)
    if (i < (height - 1) * width) visit(i + width)
  }
  return { area, onRim }

  function visit(i: number): void {
    if (data[i] !== value || label[i] !== 0) return
    label[i] = number
    stack[depth++] = i
  }
}
