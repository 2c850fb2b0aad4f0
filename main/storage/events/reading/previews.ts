import { previewOf } from '#core/events/studio/preview'
import { storedEvent } from '../writing/stored.ts'

interface Lengths {
  /** Texts of up to this many characters are kept. */
  readonly whole: number
  /** Longer texts are cut to about this length. */
  readonly part: number
}

/** Cache size, since lists are read again and again while events arrive. */
const MOST_KEPT = 200

/** Shortens the texts of long events for screens. Cached by event and length. */
export function previews({ whole, part }: Lengths): (name: string | number, body: string) => string {
  const kept = new Map<string, string>()
  return (name, body) => {
    if (body.length <= whole) return body
    const key = `${name} ${body.length}`
    const known = kept.get(key)
    if (known !== undefined) return known
    const event = storedEvent(body)
    if (event === undefined) return body
    const short = JSON.stringify(previewOf(event, { from: body.length, to: part }))
    kept.set(key, short)
    const [oldest] = kept.size > MOST_KEPT ? kept.keys() : []
    if (oldest !== undefined) kept.delete(oldest)
    return short
  }
}
