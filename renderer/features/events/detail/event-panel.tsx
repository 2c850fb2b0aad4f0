import { X } from 'lucide-react'
import { useState } from 'react'
import type { EventStoreStatus, EventView } from '#common/contract/events'
import { refusalReason, sentenceOf } from '#renderer/data/sentence'
import { IconButton } from '#renderer/ui/controls/icon-button'
import { EmptyState } from '#renderer/ui/display/message'
import { t } from '#renderer/words/words'
import { ExportMenu } from '../acts/export-menu.tsx'
import { StateChip } from '../list/event-row.tsx'
import { useEvent } from '../live/use-event.ts'
import { useNow } from '../live/use-now.ts'
import { headlineOf, shortenedText, stateOf } from '../words.ts'
import { EventActs } from './event-acts.tsx'
import { Facts } from './facts.tsx'
import { Feedback } from './feedback.tsx'
import { Files } from './files.tsx'
import { FoundList } from './found-list.tsx'
import { Images } from './image/images.tsx'
import { useShownImage } from './image/use-shown-image.ts'
import styles from './panel.module.css'
import { Values } from './values.tsx'

export interface EventPanelProps {
  readonly id: string
  readonly status: EventStoreStatus | undefined
  readonly onOpen: (event: string) => void
  readonly onClose: () => void
}

/** One event with everything that is known about it. */
export function EventPanel(props: EventPanelProps) {
  const { id, onClose } = props
  const { data: event, error } = useEvent(id)
  const isGone = refusalReason(error) === 'event-not-found'
  if (event === undefined || isGone)
    return (
      <aside className={styles.panel} aria-label={t('Event')} data-panel>
        <div className={styles.close}>
          <IconButton icon={X} label={t('Close')} chord="Escape" onPress={onClose} />
        </div>
        {error !== null && (
          <EmptyState
            title={isGone ? t('This event no longer exists') : t('Could not read this event')}
            text={
              isGone
                ? t('It was older than the retention period, or was deleted to make room for newer events.')
                : sentenceOf(error)
            }
          />
        )}
      </aside>
    )
  return <EventDetails key={id} {...props} event={event} />
}

function EventDetails({ event, status, onOpen, onClose }: EventPanelProps & { readonly event: EventView }) {
  const { lead, note } = headlineOf(event)
  const state = stateOf(event, status, useNow(1000, event.draft))
  const shown = useShownImage(event)
  const [active, setActive] = useState<string>()
  return (
    <aside className={styles.panel} aria-label={t('Event: {{headline}}', { headline: lead })} data-panel>
      <Images event={event} shown={shown} active={active} onActive={setActive} />
      <header className={styles.head}>
        <h2 className={styles.title}>{lead}</h2>
        <StateChip state={state} />
        {state.note !== '' && <span className="text-2 num">{state.note}</span>}
        <span className={styles.right}>
          <ExportMenu selection={() => ({ ids: [event.id] })} label={t('Export this event')} look="icon" />
          <IconButton icon={X} label={t('Close')} chord="Escape" onPress={onClose} />
        </span>
      </header>
      {note !== '' && <p className={`${styles.note} text-2`}>{note}</p>}
      {state.kind === 'held' && (
        <p className={styles.held}>{t('Not sent yet: {{reason}}', { reason: state.reason })}</p>
      )}
      {event.shortenedFrom !== null && <p className={`${styles.note} text-2`}>{shortenedText(event.shortenedFrom)}</p>}
      <EventActs event={event} />
      <Feedback event={event} />
      <Facts event={event} onOpen={onOpen} />
      {shown.found.length > 0 && <FoundList found={shown.found} active={active} onActive={setActive} />}
      <Values title={t('Event data')} values={event.eventData} />
      {event.customMetadata !== null && <Values title={t('Metadata')} values={event.customMetadata} />}
      {shown.image?.metadata && <Values title={t('Metadata of the image')} values={shown.image.metadata} />}
      <Files event={event} />
    </aside>
  )
}
