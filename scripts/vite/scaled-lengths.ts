/**
 * Lengths are written in pixels of the design and shipped in `rem`, so that the whole interface grows with the size of the
 * root's text while the image on the canvas, and every coordinate of the pointer, stay in plain pixels.
 */
import type { CSSOptions } from 'vite'

/** Pixels of 1rem at 100 %. */
const REM = 16

/** Lengths of drawings are in units of the drawing, which is scaled as a whole. */
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

/** `28px` → `1.75rem`. A hairline stays one pixel: at 80 % it would vanish. */
export function scaledValue(value: string): string {
  if (value.includes('url(')) return value
  return value.replace(/(?<![\w.#-])(-?)(\d*\.?\d+)px\b/g, (whole, sign: string, digits: string) =>
    Number(digits) <= 1 ? whole : `${sign}${Number((Number(digits) / REM).toFixed(5))}rem`,
  )
}

/**
 * A query about the window's size asks for it in scaled pixels: what is 1280 wide at 200 % has room for 640. `rem` in a media
 * query knows nothing of the root's text, so the root is asked, whose own `em` it is. Undefined for queries about anything else.
 */
export function scaledCondition(query: string): string | undefined {
  const asked = /^\((min|max)-(width|height):\s*([\d.]+)px\)$/.exec(query.trim())
  if (!asked) return undefined
  return `window (${asked[1]}-${asked[2]}: ${Number(asked[3]) / REM}em)`
}
