import { expect, test } from 'vitest'
import { isLargeEvent, LARGE_EVENT } from '#servers/events/bodies/large'
import type { GatheredBody } from '#servers/kit/json/gather'

function event(more: object): GatheredBody {
  const bytes = new TextEncoder().encode(JSON.stringify({ event_schema: 'custom', event_data: {}, ...more }))
  return { size: bytes.length, blocks: [bytes] }
}

test('a body is work for a thread if it is long or holds very much, and not for the bytes of its images', () => {
  const image = event({ images: [{ base64Image: 'A'.repeat(LARGE_EVENT / 2) }] })
  const detections = event({ images: [{ objectDetections: Array.from({ length: 30_000 }, () => ({})) }] })
  const long = event({ event_data: { text: 'A'.repeat(LARGE_EVENT) } })
  const short = event({ event_data: { list: Array.from({ length: 10_000 }, () => []) } })

  expect(detections.size).toBeLessThan(LARGE_EVENT)
  expect([image, detections, long, short].map(isLargeEvent)).toEqual([false, true, true, false])
})
