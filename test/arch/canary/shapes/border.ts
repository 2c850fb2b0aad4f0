export function branded(value: unknown) {
  return value as string
}
