import type { ImageId } from '#common/ids'
import { type Armed, isDrafting } from '#renderer/tools/armed'
import { sketchOf } from '#renderer/tools/sketch'
import { toolFor } from '#renderer/tools/tools-of'
import type { DocumentStore } from '../document/document-store.ts'
import type { Bench } from '../workbench/bench.ts'
import type { Drafts } from './drafts.ts'

/** The screen, as far as unfinished drawings come and go. */
interface DraftDesk {
  readonly bench: Bench
  readonly documents: Pick<DocumentStore, 'view'>
  readonly drafts: Drafts
  set(part: Partial<Bench>): void
  say(notice: { readonly kind: 'draft-restored' }): void
}

/** What was unfinished when the program ended is in hand again, unless something else is. */
export function restoreDraft(desk: DraftDesk, image: ImageId): void {
  const { armed, projectType, image: shown } = desk.bench
  const draft = desk.drafts.restore(image, desk.documents.view(image)?.sketch ?? null)
  if (!draft || image !== shown || isDrafting(armed) || toolFor(projectType, draft.tool) !== draft.tool) return
  desk.set({ armed: draft, selection: [] })
  desk.say({ kind: 'draft-restored' })
}

/** What Esc gives up can be taken up again. */
export function discardDraft(desk: DraftDesk, image: ImageId, armed: Armed): void {
  if (sketchOf(armed)) desk.set({ discarded: { image, armed } })
}

/** Takes up again what Esc gave up; false when there is nothing, or something was done since. */
export function resumeDiscarded(desk: DraftDesk): boolean {
  const { image, discarded } = desk.bench
  if (!discarded || discarded.image !== image) return false
  desk.set({ armed: discarded.armed, selection: [], discarded: undefined })
  desk.drafts.note(image, discarded.armed)
  return true
}
