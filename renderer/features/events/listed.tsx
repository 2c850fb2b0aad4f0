import { useState } from 'react'
import { useStore } from 'zustand'
import type { EventStoreStatus } from '#common/contract/events'
import { useCommands } from '#renderer/ui/app/commands'
import { Button } from '#renderer/ui/controls/button'
import { ErrorLine } from '#renderer/ui/display/message'
import { t } from '#renderer/words/words'
import { SelectionBar } from './acts/selection-bar.tsx'
import styles from './events-page.module.css'
import { EventList } from './list/event-list.tsx'
import { type EventList as Events, useEventList } from './live/use-event-list.ts'
import { NoEvents, NoneFits } from './nothing.tsx'
import { clear, createSelection, pickAll, type SelectionStore } from './selection.ts'
import { type EventsView, NO_FILTER } from './view.ts'

export interface ListedProps {
  readonly view: EventsView
  readonly status: EventStoreStatus | undefined
  readonly isPaused: boolean
  /** Id of the event open in the right panel. */
  readonly open: string | undefined
  readonly onOpen: (event: string | undefined) => void
  readonly onView: (view: EventsView) => void
}

/** The events that fit, or why there is none to see; mounted again for another view. */
export function Listed({ view, status, isPaused, open, onOpen, onView }: ListedProps) {
  const [selection] = useState(createSelection)
  const hasPicked = useStore(selection, ({ picked }) => picked.size > 0)
  const [isTop, setTop] = useState(true)
  const isRead = !isTop || hasPicked || open !== undefined
  const list = useEventList(view, isPaused || isRead)
  useListCommands({ list, selection, open, onOpen })
  const { events, error } = list
  if (events === undefined) return error === null ? <div className={styles.coming} /> : <Failed list={list} />
  if (events.length === 0)
    return status?.events === 0 ? <NoEvents /> : <NoneFits onClear={() => onView({ span: 'all', filter: NO_FILTER })} />
  return (
    <>
      {list.damaged > 0 && (
        <p className={styles.damaged}>
          {t('{{count}} events are damaged in the database and not shown', { count: list.damaged })}
        </p>
      )}
      <EventList {...{ list, events, status, selection, open, onOpen }} onTop={setTop} />
      <SelectionBar selection={selection} />
    </>
  )
}

function Failed({ list }: { readonly list: Events }) {
  const again = (
    <Button size="small" onPress={list.reload}>
      {t('Try again')}
    </Button>
  )
  return <ErrorLine className={styles.error} error={list.error} word={t('Not read')} action={again} />
}

interface CommandSources extends Pick<ListedProps, 'open' | 'onOpen'> {
  readonly list: Events
  readonly selection: SelectionStore
}

function useListCommands({ list, selection, open, onOpen }: CommandSources): void {
  const hasPicked = useStore(selection, ({ picked }) => picked.size > 0)
  const ids = list.events?.map(({ id }) => id) ?? []
  useCommands([
    {
      id: 'events.select-all',
      label: t('Select all events that are loaded'),
      chord: 'Mod+A',
      run: () => pickAll(selection, ids),
      isEnabled: ids.length > 0,
    },
    {
      id: 'events.close',
      label: t('Close event'),
      chord: 'Escape',
      run: () => onOpen(undefined),
      isEnabled: open !== undefined,
    },
    {
      id: 'events.clear',
      label: t('Select nothing'),
      chord: 'Escape',
      run: () => clear(selection),
      isEnabled: open === undefined && hasPicked,
    },
  ])
}
