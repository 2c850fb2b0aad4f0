import { expect, test } from 'vitest'
import { ROWS_AT_ONCE, writtenRows } from '#servers/inference/wire/embeddings'

async function partsOf(count: number): Promise<readonly string[]> {
  const rows = Array.from({ length: count }, (_, nth) => [nth, 0.5])
  const parts: string[] = []
  for await (const part of writtenRows(rows, { time: 1, frame_id: null })) parts.push(part)
  return parts
}

test('very many embeddings are written in slices, and are one answer together', async () => {
  const none = await partsOf(0)
  const many = await partsOf(3 * ROWS_AT_ONCE + 1)

  expect(JSON.parse(none.join(''))).toEqual({ embeddings: [], time: 1, frame_id: null })
  expect(many).toHaveLength(4 + 2)
  expect(JSON.parse(many.join(''))).toMatchObject({ time: 1, embeddings: { length: 3 * ROWS_AT_ONCE + 1 } })
  expect(Math.max(...many.map((part) => part.split('],[').length))).toBe(ROWS_AT_ONCE)
})
