import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { ROW_HEIGHTS } from '#renderer/ui/display/row-height'

test.each([
  ['comfortable', ':root'],
  ['compact', '[data-density="compact"]'],
] as const)('rows that are %s are as high for scripts as for styles', async (density, selector) => {
  const text = await readFile(new URL('../../../../../renderer/ui/style/tokens.css', import.meta.url), 'utf8')
  const block = text.slice(text.indexOf(`${selector} {`)).split('}')[0] ?? ''

  const inStyles = Object.keys(ROW_HEIGHTS).map((kind) => [
    kind,
    /(\d+)px/.exec(block.split(`--h-${kind}: `)[1] ?? '')?.[1],
  ])

  expect(inStyles).toEqual(Object.entries(ROW_HEIGHTS).map(([kind, heights]) => [kind, String(heights[density])]))
})
