/** Lines of two recipes that belong together; null where one has none. */
export interface RecipeRow {
  readonly before: string | null
  readonly after: string | null
}

/**
 * Two recipes side by side: lines that are in both stand in one row (longest common subsequence), and what stands between them
 * in pairs, as far as both have any.
 */
export function alignRecipes(before: readonly string[], after: readonly string[]): readonly RecipeRow[] {
  const rows: RecipeRow[] = []
  let [i, j] = [0, 0]
  for (const [nextI, nextJ] of [...commonLines(before, after), [before.length, after.length] as const]) {
    const [gone, come] = [before.slice(i, nextI), after.slice(j, nextJ)]
    for (let line = 0; line < Math.max(gone.length, come.length); line += 1) {
      rows.push({ before: gone[line] ?? null, after: come[line] ?? null })
    }
    const same = before[nextI]
    if (same !== undefined) rows.push({ before: same, after: same })
    ;[i, j] = [nextI + 1, nextJ + 1]
  }
  return rows
}

/** Places of the lines of a longest common subsequence, in order. Recipes have a dozen lines. */
function commonLines(before: readonly string[], after: readonly string[]): readonly (readonly [number, number])[] {
  const known = new Map<string, readonly (readonly [number, number])[]>()
  function from(i: number, j: number): readonly (readonly [number, number])[] {
    if (i === before.length || j === after.length) return []
    const key = `${i}:${j}`
    const found = known.get(key) ?? longest(i, j)
    known.set(key, found)
    return found
  }
  function longest(i: number, j: number): readonly (readonly [number, number])[] {
    if (before[i] === after[j]) return [[i, j], ...from(i + 1, j + 1)]
    const [left, right] = [from(i + 1, j), from(i, j + 1)]
    return left.length >= right.length ? left : right
  }
  return from(0, 0)
}
