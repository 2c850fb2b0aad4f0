import { serveBounded } from '#tasks/bounded/serve'

/** A bounded process for tests, where each request names a behavior. */
serveBounded(
  (alive) => {
    let asked = 0
    const acts: Readonly<Record<string, () => unknown>> = {
      pid: () => process.pid,
      count: () => (asked += 1),
      fill: () => {
        alive('large.json')
        const held: string[][] = []
        for (;;) held.push('x'.repeat(2 ** 20).split(''))
      },
      hang: () => {
        alive('endless.xml')
        for (;;);
      },
      fail: () => {
        throw new RangeError('It is too long')
      },
    }
    return {
      answer: async (request) => acts[String(request)]?.(),
      close: async () => undefined,
    }
  },
  4 * 1024 ** 3,
)
