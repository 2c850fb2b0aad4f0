import type { ProjectSlug } from '#common/ids'
import { t } from '#renderer/words/words'
import { withdraw } from './toast.tsx'

/** An act on much at once, and how it is taken back. */
interface Undoable {
  readonly project: ProjectSlug
  /** The id of the notice that tells of it. */
  readonly notice: string
  readonly takeBack: () => void
}

/** The act that this window did last and has not taken back. */
let last: Undoable | undefined

/** The id of notices that tell of acts: the next one takes the place of the last. */
export const ACT_NOTICE = 'last-act'

/** The button that takes an act back, and from now on the key too, until the next act. */
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

/** Takes back what this window did last in the project; false where that is nothing. */
export function takeBackLast(project: ProjectSlug): boolean {
  const act = last
  if (act?.project !== project) return false
  last = undefined
  withdraw(act.notice)
  act.takeBack()
  return true
}
