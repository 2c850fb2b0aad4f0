import { type Refusal, refuse } from '#common/errors'
import { ok, type Result } from '#common/result'
import type { ImageSeq } from './ports.ts'

/** Token of the next page of a search: the last image told, and a checksum of the query. Opaque to callers. */
export function pageToken(query: string, last: ImageSeq): string {
  return `${last.toString(36)}-${checksum(query).toString(36)}`
}

/** The image to go on behind. */
export function readPageToken(query: string, token: string): Result<ImageSeq, Refusal> {
  const [, last = '', sum] = /^([0-9a-z]{1,10})-([0-9a-z]{1,7})$/.exec(token) ?? []
  const after = Number.parseInt(last, 36)
  if (sum !== checksum(query).toString(36) || !Number.isSafeInteger(after)) {
    return refuse('continuation-token-foreign')
  }
  return ok(after)
}

/** FNV-1a, 32 bits: tells a token of another query; it guards nothing. */
function checksum(text: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i += 1) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193) >>> 0
  return hash
}
