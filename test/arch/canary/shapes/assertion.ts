export function asserted(value: unknown) {
  return value as string
}

export const fixed = ['a', 'b'] as const
