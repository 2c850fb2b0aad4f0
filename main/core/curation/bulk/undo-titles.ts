import { message } from '#common/messages/message'
import type { Message } from '#common/messages/template'
import type { KeptAct } from './ports.ts'

/** Title of the task of an undo. */
export function undoTitle(act: KeptAct, count: number): Message {
  switch (act.kind) {
    case 'tag':
      return message('title-undo-tags', { count })
    case 'split':
      return message('title-undo-split', { count })
    case 'batch':
      return message('title-undo-batch', { count, name: act.name })
    case 'state':
      return message('title-undo-state', { count })
    case 'review':
      return message('title-undo-review', { count })
    case 'trash':
      return message('title-undo-trash', { count })
    case 'merge':
      return message('title-undo-merge', { from: act.from.name, into: act.into.name })
    case 'transfer':
      return message(act.way === 'move' ? 'title-undo-move' : 'title-undo-copy', { count, name: act.target.name })
  }
}
