export function start(work: () => Promise<void>) {
  work()
}
