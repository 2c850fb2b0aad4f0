import { previewOf } from '#core/events/studio/preview'
import { storedEvent } from '../writing/stored.ts'

interface Lengths {
  /** Texts of so many characters stay as they are. */
  readonly whole: number
  /** About so much is told of longer ones. */
  readonly part: number
}

/** Lists are read again and again while events come in. */
const MOST_KEPT = 200

/** Shortens the texts of long events for the screens; what was shortened last is kept, for the same event of the same length. */
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
