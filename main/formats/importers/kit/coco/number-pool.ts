/** Numbers of one list one behind the other, without the weight of a JavaScript array of a million small ones. */
export interface NumberPool {
  readonly length: number
  push(value: number): void
  /** Zero where nothing was put. */
  at(index: number): number
}

const [SHIFT, SIZE] = [16, 65536]

/** Grows by pieces of half a megabyte, so that growing never copies. */
export function numberPool(): NumberPool {
  return pooled((size) => new Float64Array(size))
}

/** For numbers below two thousand million. */
export function wholeNumberPool(): NumberPool {
  return pooled((size) => new Int32Array(size))
}

function pooled(make: (size: number) => Float64Array | Int32Array): NumberPool {
  const pieces: (Float64Array | Int32Array)[] = []
  let length = 0
  let last = make(0)
  return {
    get length() {
      return length
    },
    push(value) {
      const place = length & (SIZE - 1)
      if (place === 0) {
        last = make(SIZE)
        pieces.push(last)
      }
      last[place] = value
      length += 1
    },
    at: (index) => pieces[index >>> SHIFT]?.[index & (SIZE - 1)] ?? 0,
  }
}
