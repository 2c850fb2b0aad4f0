import type { KeyboardEvent } from 'react'
import type { ImageCard } from '#common/contract/images'
import type { ImageId } from '#common/ids'
import { t } from '#renderer/words/words'
import { pick, type SelectionStore, toggle } from '../selection/selection.ts'
import type { Images } from '../use-images.ts'

export interface GridKeys {
  readonly images: Pick<Images<ImageCard>, 'cardAt' | 'idsBetween'>
  readonly total: number
  readonly columns: number
  /** Rows that a page key goes on by. */
  readonly pageRows: number
  readonly selection: SelectionStore
  readonly onOpen: (image: ImageId) => void
  /** Brings an image into sight. */
  readonly show: (index: number) => void
}

/** Arrows move, Shift-arrows pick on the way, Space picks, Enter opens. */
export function gridKeys(grid: GridKeys): (event: KeyboardEvent) => void {
  return (event) => {
    if (event.altKey) return
    const step = stepOf(event.key, grid)
    if (step !== undefined) {
      event.preventDefault()
      move(grid, step, event.shiftKey)
    } else if (isAct(event, grid)) {
      event.preventDefault()
      event.stopPropagation()
    }
  }
}

function stepOf(key: string, { columns, pageRows, total }: GridKeys): number | undefined {
  const steps: Readonly<Record<string, number>> = {
    ArrowLeft: -1,
    ArrowRight: 1,
    ArrowUp: -columns,
    ArrowDown: columns,
    PageUp: -columns * pageRows,
    PageDown: columns * pageRows,
    Home: -total,
    End: total,
  }
  return steps[key]
}

function move({ images, total, selection, show }: GridKeys, step: number, isRange: boolean): void {
  const { focus, anchor } = selection.getState()
  const next = Math.min(total - 1, Math.max(0, focus + step))
  selection.setState({ focus: next, anchor: isRange ? anchor : next })
  show(next)
  if (isRange) void images.idsBetween(anchor, next).then((ids) => pick(selection, ids))
}

function isAct(event: KeyboardEvent, { images, selection, onOpen }: GridKeys): boolean {
  const { focus } = selection.getState()
  const card = images.cardAt(focus)
  if (event.ctrlKey || event.metaKey || card === undefined) return false
  if (event.key === ' ') toggle(selection, card.id, focus)
  else if (event.key === 'Enter') onOpen(card.id)
  else return false
  return true
}

/** The same keys in words, for the list of keys. They act while the images have the focus. */
export const GRID_KEYS = [
  { label: t('Move between images'), chords: ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'] },
  { label: t('First and last image'), chords: ['Home', 'End'] },
  { label: t('Select'), chords: ['Space'] },
  { label: t('Extend the selection'), chords: ['Shift+ArrowRight'] },
  { label: t('Annotate'), chords: ['Enter'] },
] as const
