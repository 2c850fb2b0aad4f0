export function each(values: number[], work: (value: number) => Promise<void>) {
  values.forEach(async (value) => work(value))
}
