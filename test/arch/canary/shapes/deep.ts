export function deep(values: number[][][]) {
  for (const planes of values) {
    for (const rows of planes) {
      for (const value of rows) {
        if (value > 0) return value
      }
    }
  }
  return 0
}
