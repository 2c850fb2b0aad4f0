import type { ProjectSlug } from '#common/ids'
import { t } from '#renderer/words/words'
import { withdraw } from './toast.tsx'

/** A bulk change and how to undo it. */
interface Undoable {
  readonly project: ProjectSlug
  /** The id of its notice. */
  readonly notice: string
  readonly takeBack: () => void
}

/** The last bulk change of this window that has not been undone. */
let last: Undoable | undefined

/** The id of notices about bulk changes, so that each replaces the one before. */
export const ACT_NOTICE = 'last-act'

/** Returns the Undo button for a change. The key undoes it too, until the next change. */
export function undoOf(act: Undoable) {
  last = act
  return {
    label: t('Undo'),
    onPress: () => {
      if (last === act) last = undefined
      act.takeBack()
    },
  }
}

/** Undoes this window's last change in the project. Returns false if there is none. */
export function takeBackLast(project: ProjectSlug): boolean {
  const act = last
  if (act?.project !== project) return false
  last = undefined
  withdraw(act.notice)
  act.takeBack()
  return true
}
