import type { Session } from '#common/contract/session'
import { fromCore } from '#renderer/words/core/from-core'

export function sessionInWords(session: Session): Session {
  const { secrets, place } = session
  return {
    ...session,
    secrets: { ...secrets, detail: fromCore(secrets.detail) },
    place: { ...place, name: fromCore(place.name), reason: optional(place.reason) },
  }
}

function optional(sentence: string | null): string | null {
  return sentence === null ? null : fromCore(sentence)
}
