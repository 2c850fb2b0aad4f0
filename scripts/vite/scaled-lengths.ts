/**
 * Converts lengths from design pixels to `rem`, so that the interface scales with the root's font size, while the image
 * on the canvas and pointer coordinates stay in plain pixels.
 */
import type { CSSOptions } from 'vite'

/** Pixels per rem at 100 %. */
const REM = 16

/** Lengths in drawings are in units of the drawing, which is scaled as a whole. */
const OF_DRAWINGS = /^stroke/

export const scaledLengths: CSSOptions = {
  postcss: {
    plugins: [
      {
        postcssPlugin: 'scaled-lengths',
        Declaration(declaration) {
          if (!OF_DRAWINGS.test(declaration.prop)) declaration.value = scaledValue(declaration.value)
        },
        AtRule: {
          media(rule) {
            const condition = scaledCondition(rule.params)
            if (condition === undefined) return
            rule.name = 'container'
            rule.params = condition
          },
          container(rule) {
            rule.params = scaledValue(rule.params)
          },
        },
      },
    ],
  },
}

/** Converts `28px` to `1.75rem`. A hairline stays one pixel, since it would vanish at 80 %. */
export function scaledValue(value: string): string {
  if (value.includes('url(')) return value
  return value.replace(/(?<![\w.#-])(-?)(\d*\.?\d+)px\b/g, (whole, sign: string, digits: string) =>
    Number(digits) <= 1 ? whole : `${sign}${Number((Number(digits) / REM).toFixed(5))}rem`,
  )
}

/**
 * Converts a query about the window's size to scaled pixels: a width of 1280 at 200 % has room for 640. `rem` in a
 * media query ignores the root's font size, so it becomes a container query in the root's own `em`. Undefined for other
 * queries.
 */
export function scaledCondition(query: string): string | undefined {
  const asked = /^\((min|max)-(width|height):\s*([\d.]+)px\)$/.exec(query.trim())
  if (!asked) return undefined
  return `window (${asked[1]}-${asked[2]}: ${Number(asked[3]) / REM}em)`
}
