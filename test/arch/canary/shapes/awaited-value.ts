export async function now(value: number) {
  return await value
}
