import type { Refusal } from '#common/errors'
import type { Result } from '#common/result'
import type { Management } from '../management/ports.ts'
import type { Clock, Notes, Random } from '../ports.ts'

/** What the studio stands on while it works on another machine. */
export interface Elsewhere {
  /** `nas:9000`, for sentences. */
  readonly host: string
  readonly management: Management
  readonly clock: Clock
  readonly random: Random
  readonly notes: Notes
}

/** The pixels of another machine's pictures. */
export interface PictureSource {
  /** The bytes of a picture as it was sent, or of its small copy. Never more than a picture may have. */
  open(project: string, image: string, kind: 'original' | 'thumb'): Promise<Result<AsyncIterable<Uint8Array>, Refusal>>
}
