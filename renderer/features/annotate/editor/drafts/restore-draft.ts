import type { ImageId } from '#common/ids'
import type { ArmedTool } from '#renderer/tools/armed'
import type { EditorPort } from '../editor-port.ts'

/** Takes up the draft left when the program ended, unless another one is in hand. */
export function restoreDraft(editor: EditorPort, image: ImageId): void {
  const { armed, projectType, image: shown } = editor.state
  const draft = editor.drafts.restore(image, editor.documents.view(image)?.sketch ?? null)
  if (!draft || image !== shown || armed.isDrafting || editor.tools.wanted(projectType, draft.tool).id !== draft.tool)
    return
  editor.set({ armed: draft, selection: [] })
  editor.say({ kind: 'draft-restored' })
}

/** Keeps a draft discarded by Esc, so that it can be taken up again. */
export function discardDraft(editor: EditorPort, image: ImageId, armed: ArmedTool): void {
  if (armed.sketch) editor.set({ discarded: { image, armed } })
}

/** Takes up again what Esc gave up; false when there is nothing, or something was done since. */
export function resumeDiscarded(editor: EditorPort): boolean {
  const { image, discarded } = editor.state
  if (!discarded || discarded.image !== image) return false
  editor.set({ armed: discarded.armed, selection: [], discarded: undefined })
  editor.drafts.note(image, discarded.armed)
  return true
}
