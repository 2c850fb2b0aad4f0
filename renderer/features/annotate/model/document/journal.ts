import { z } from 'zod'
import { Edit } from '#common/annotation/edit'
import { GivenVerdict } from '#common/annotation/review'
import type { ImageId } from '#common/ids'
import type { Reason } from '#common/messages/reasons'
import type { Act } from './document-state.ts'

const KeptAct = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('commit'), edit: Edit }),
  z.object({ kind: z.enum(['undo', 'redo']), shown: Edit.nullable() }),
  z.object({
    kind: z.literal('state'),
    done: z.boolean(),
    isNull: z.boolean(),
    verdict: GivenVerdict.extend({ by: z.string() }).nullable().optional(),
  }),
])

/** Acts on one image that are not on disk, and the revision that the first of them was made on. */
export const KeptActs = z.object({
  revision: z.number().int(),
  acts: z.array(KeptAct),
  goneAt: z.number().optional(),
})

export interface KeptActs {
  readonly revision: number
  readonly acts: readonly Act[]
  /** When the image turned out to be no longer in the project, and that was told: in milliseconds since 1970. */
  readonly goneAt?: number | undefined
}

/** The longest that a library may be set to keep its trash. */
const LONGEST_TRASH_MS = 3650 * 24 * 3600 * 1000

/** Whether a refusal means that the image, or its project, was deleted. */
export function isDeleted(code: Reason | undefined): boolean {
  return code === 'image-not-found' || code === 'project-not-found'
}

/** Whether an image that is no longer in the project cannot come back any more. `nowMs`: in milliseconds since 1970. */
export function isGoneForGood({ goneAt }: KeptActs, nowMs: number): boolean {
  return goneAt !== undefined && nowMs - goneAt > LONGEST_TRASH_MS
}

/**
 * Where what cannot be written is kept meanwhile, so that closing the window loses nothing. Each window has a place of its own for each
 * image: what another window keeps there stays, until somebody takes it.
 */
export interface Journal {
  /** In the place of what this window kept of the image before. One entry for each window whose acts they were, the oldest first. */
  keep(image: ImageId, kept: readonly KeptActs[]): void
  /** Images of which any window kept something. `parked`: only those of which all of it waits for the image to come back. */
  images(options: { readonly parked: boolean }): Promise<readonly ImageId[]>
  /**
   * Moves what all windows kept of the image to this one's place, and answers it, the oldest first. `ifOwn`: only where this window's own is
   * still there, and not with another one by now.
   */
  take(image: ImageId, options: { readonly ifOwn: boolean }): Promise<readonly KeptActs[]>
}
