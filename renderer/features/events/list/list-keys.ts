import type { KeyboardEvent } from 'react'
import { t } from '#renderer/words/words'
import { pickTo, type SelectionStore, toggle } from '../selection.ts'

export interface ListKeys {
  readonly ids: readonly string[]
  readonly selection: SelectionStore
  readonly open: string | undefined
  readonly onOpen: (event: string | undefined) => void
  /** Brings a row into sight. */
  readonly show: (index: number) => void
}

/** Arrows move (and what is open follows), Shift-arrows pick on the way, Space picks, Enter opens. */
export function listKeys(list: ListKeys): (event: KeyboardEvent) => void {
  return (event) => {
    if (event.altKey) return
    const step = stepOf(event.key, list)
    if (step !== undefined) move(list, step, event.shiftKey)
    else if (!isAct(event, list)) return
    event.preventDefault()
    event.stopPropagation()
  }
}

const PAGE = 10

function stepOf(key: string, { ids }: ListKeys): number | undefined {
  const steps: Readonly<Record<string, number>> = {
    ArrowUp: -1,
    ArrowDown: 1,
    PageUp: -PAGE,
    PageDown: PAGE,
    Home: -ids.length,
    End: ids.length,
  }
  return steps[key]
}

function move({ ids, selection, open, onOpen, show }: ListKeys, step: number, isRange: boolean): void {
  const { focus } = selection.getState()
  const at = ids.indexOf(focus ?? open ?? '')
  // The first press stands where the list begins.
  const next = Math.min(ids.length - 1, Math.max(0, at === -1 ? 0 : at + step))
  const id = ids[next]
  if (id === undefined) return
  show(next)
  if (isRange) pickTo(selection, ids, id)
  else selection.setState({ focus: id, anchor: id })
  if (open !== undefined && !isRange) onOpen(id)
}

function isAct(event: KeyboardEvent, { ids, selection, onOpen }: ListKeys): boolean {
  const { focus } = selection.getState()
  if (event.ctrlKey || event.metaKey || focus === undefined || !ids.includes(focus)) return false
  if (event.key === ' ') toggle(selection, focus)
  else if (event.key === 'Enter') onOpen(focus)
  else return false
  return true
}

/** The same keys in words, for the list of keys. They act while the list has the focus. */
export const EVENT_KEYS = [
  { label: t('Move between events'), chords: ['ArrowUp', 'ArrowDown'] },
  { label: t('First and last event'), chords: ['Home', 'End'] },
  { label: t('Select'), chords: ['Space'] },
  { label: t('Extend the selection'), chords: ['Shift+ArrowDown'] },
  { label: t('Open'), chords: ['Enter'] },
] as const
