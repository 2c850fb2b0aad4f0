import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'

const TEXTS = ['text', 'text-2', 'text-3', 'accent', 'machine', 'ok', 'warn', 'danger']
const MARKS = ['line', 'line-control', 'focus', 'split-train', 'split-valid', 'split-test', 'chart-1', 'chart-2']
const GROUNDS = ['bg-window', 'bg-panel', 'bg-raised', 'bg-field', 'hover', 'select']

test.each(['dark', 'light'])(
  'in high contrast over %s, text is read at 7 and every edge is seen at 3',
  async (theme) => {
    const color = await tokensOf(theme)

    const weak = [
      ...pairs(TEXTS, GROUNDS).filter(([a, b]) => ratio(color(a), color(b)) < 7),
      ...pairs(MARKS, GROUNDS.slice(0, 4)).filter(([a, b]) => ratio(color(a), color(b)) < 3),
      ...pairs(['accent-fill', 'accent-fill-hover', 'danger-fill'], ['white']).filter(
        ([a]) => ratio(color(a), '#ffffff') < 7,
      ),
    ]

    expect(weak).toEqual([])
  },
)

async function tokensOf(theme: string): Promise<(name: string) => string> {
  const text = await readFile(new URL('../../../../../renderer/ui/style/contrast.css', import.meta.url), 'utf8')
  const block = text.slice(text.indexOf(`[data-theme="${theme}"] {`)).split('}')[0] ?? ''
  return (name) => new RegExp(`--${name}: (#[0-9a-f]{6});`).exec(block)?.[1] ?? `--${name} is missing`
}

function pairs(first: readonly string[], second: readonly string[]): readonly (readonly [string, string])[] {
  return first.flatMap((a) => second.map((b) => [a, b] as const))
}

/** Returns the WCAG 2 contrast ratio of two colors. */
function ratio(a: string, b: string): number {
  const [low = 0, high = 0] = [luminance(a), luminance(b)].toSorted((x, y) => x - y)
  return (high + 0.05) / (low + 0.05)
}

function luminance(color: string): number {
  const [r = NaN, g = NaN, b = NaN] = [1, 3, 5].map((at) => linear(Number.parseInt(color.slice(at, at + 2), 16) / 255))
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

function linear(part: number): number {
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
}
