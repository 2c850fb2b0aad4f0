import type { ImageId } from '#common/ids'
import { SMART } from '#renderer/tools/kinds/smart'
import type { Session } from '../editor/hooks/session.tsx'
import { pixelPlan, planUrls, wantedWindow } from '../effects/queue/pixel-plan.ts'
import { openSessions } from '../session/create-session.ts'

/** An annotate page of this window, as far as its speed can be measured. */
export interface MeasuredPage {
  /** Answers what ends it. */
  readonly subscribe: (look: () => void) => () => void
  /** Annotations are on their way to disk. */
  readonly isWriting: () => boolean
  /** The question of smart select that waits for its answer. */
  readonly askedMask: () => string | undefined
  /** The image that was asked for and is not on screen with its annotations. */
  readonly awaitedImage: () => ImageId | undefined
}

export function measuredPages(): readonly MeasuredPage[] {
  return openSessions().map((session) => ({
    subscribe: (look) => subscribe(session, look),
    isWriting: () => session.editor.documents.store.getState().waiting > 0,
    askedMask: () => askedMask(session),
    awaitedImage: () => awaitedImage(session),
  }))
}

function subscribe({ editor, shelf }: Session, look: () => void): () => void {
  const stops = [editor.store.subscribe(look), editor.documents.store.subscribe(look), shelf.subscribe(look)]
  return () => {
    for (const stop of stops) stop()
  }
}

function askedMask({ editor }: Session): string | undefined {
  const { armed, image } = editor.state
  const cut = SMART.stateIn(armed)
  return cut && cut.prompts.length > 0 && cut.serial !== cut.answered ? `${image} ${cut.serial}` : undefined
}

function awaitedImage({ editor, shelf }: Session): ImageId | undefined {
  const { state } = editor
  const plan = pixelPlan(state, wantedWindow(state))
  const isThere = plan !== undefined && planUrls(plan).every((url) => shelf.get(url) !== undefined)
  return isThere && editor.document?.load === 'ready' ? undefined : state.image
}
