import { ArrowUp } from 'lucide-react'
import { type FocusEvent, useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import type { EventStoreStatus, EventView } from '#common/contract/events'
import { uiFactor } from '#renderer/ui/app/ui-scale'
import { Button } from '#renderer/ui/controls/button'
import { cx } from '#renderer/ui/cx'
import { useRows } from '#renderer/ui/display/use-rows'
import { t } from '#renderer/words/words'
import type { EventList as Events } from '../live/use-event-list.ts'
import { useEventNotes } from '../live/use-event-notes.ts'
import { useNow } from '../live/use-now.ts'
import { pickTo, type SelectionStore, toggle } from '../selection.ts'
import styles from './event-list.module.css'
import { EventRow, type RowPress } from './event-row.tsx'
import { listKeys } from './list-keys.ts'

export interface EventListProps {
  readonly list: Events
  readonly events: readonly EventView[]
  readonly status: EventStoreStatus | undefined
  readonly selection: SelectionStore
  /** Id of the event open in the right panel. */
  readonly open: string | undefined
  readonly onOpen: (event: string | undefined) => void
  /** Whether the newest events are visible. */
  readonly onTop: (isTop: boolean) => void
}

const ROW_HEIGHT = 56
/** Distance from the end at which the next page is loaded. */
const AHEAD = 20
const REFRESH_REST_MS = 1000

/** All events that fit, newest first; only the rows in sight exist. One stop for Tab, arrows inside. */
export function EventList({ list, events, status, selection, open, onOpen, onTop }: EventListProps) {
  const box = useRef<HTMLDivElement>(null)
  const { picked, focus } = useStore(selection)
  const [hasFocus, setFocused] = useState(false)
  const rows = useRows({
    count: events.length,
    getScrollElement: () => box.current,
    estimateSize: () => ROW_HEIGHT,
    getItemKey: (index) => events[index]?.id ?? index,
    overscan: 4,
    scrollPaddingEnd: 64,
  })
  const visible = rows.getVirtualItems()
  const [first, last] = [visible[0]?.index ?? 0, visible.at(-1)?.index ?? 0]
  const { hasMore, loadMore } = list
  useEffect(() => {
    if (hasMore && last >= events.length - AHEAD) loadMore()
  })
  const now = useChanges(list, events, { first, last })
  const ids = events.map(({ id }) => id)
  const press = (id: string, how: RowPress) => {
    if (how === 'range') pickTo(selection, ids, id)
    else if (how === 'toggle') toggle(selection, id)
    else {
      selection.setState({ focus: id, anchor: id })
      onOpen(id)
    }
  }
  const onKeyDown = listKeys({ ids, selection, open, onOpen, show: (index) => rows.scrollToIndex(index) })
  const isFocused = (id: string) => hasFocus && id === focus
  return (
    <div className={styles.frame}>
      <Waiting list={list} onShow={() => box.current?.scrollTo({ top: 0 })} />
      <div
        ref={box}
        className={styles.scroll}
        role="grid"
        data-panel
        aria-multiselectable
        aria-label={t('Events')}
        aria-rowcount={hasMore ? -1 : events.length}
        aria-activedescendant={hasFocus && focus !== undefined && ids.includes(focus) ? rowId(focus) : undefined}
        tabIndex={0}
        onKeyDown={onKeyDown}
        onScroll={({ currentTarget }) => onTop(currentTarget.scrollTop < (uiFactor() * ROW_HEIGHT) / 2)}
        onFocus={(event: FocusEvent<HTMLElement>) => setFocused(event.currentTarget.matches(':focus-visible'))}
        onBlur={() => setFocused(false)}
      >
        <div
          className={cx(styles.inner, picked.size > 0 && styles.picking)}
          style={{ height: rows.getTotalSize() }}
          role="rowgroup"
        >
          {visible.map(({ key, index, start }) => {
            const event = events[index]
            return event === undefined ? null : (
              <EventRow
                key={key}
                id={rowId(event.id)}
                event={event}
                status={status}
                now={now}
                place={{ index, top: start }}
                isPicked={picked.has(event.id)}
                isOpen={event.id === open}
                isFocused={isFocused(event.id)}
                onPress={press}
              />
            )
          })}
        </div>
      </div>
    </div>
  )
}

/** New events wait for whoever reads further down, or has one open. */
function Waiting({ list, onShow }: { readonly list: Events; readonly onShow: () => void }) {
  if (list.waiting === 0) return null
  const show = () => {
    onShow()
    list.reload()
  }
  return (
    <Button size="small" variant="primary" className={styles.waiting} onPress={show}>
      <ArrowUp />
      {t('{{number}} new', { number: list.waiting })}
    </Button>
  )
}

/** Drafts become final, and what is held is sent: what is in sight and may change is asked for again. Answers the time. */
function useChanges(
  list: Events,
  events: readonly EventView[],
  { first, last }: { readonly first: number; readonly last: number },
): number {
  const inSight = events.slice(first, last + 1)
  const hasDrafts = inSight.some(({ draft }) => draft)
  const mayChange = hasDrafts || inSight.some(({ heldBecause }) => heldBecause !== null)
  useEventNotes(async () => mayChange && list.refresh(first, last), REFRESH_REST_MS)
  return useNow(hasDrafts ? 1000 : 60_000)
}

function rowId(event: string): string {
  return `event-${event}`
}
