import type { MouseEvent } from 'react'
import type { EventStoreStatus, EventView } from '#common/contract/events'
import { CheckMark } from '#renderer/ui/controls/checkbox'
import { cx } from '#renderer/ui/cx'
import { Chip } from '#renderer/ui/display/chip'
import { t } from '#renderer/words/words'
import { shownImage } from '../images.ts'
import { clockOf, dayOf } from '../moments.ts'
import { type EventState, headlineOf, stateOf } from '../words.ts'
import styles from './event-row.module.css'
import { Thumb } from './thumb.tsx'

export type RowPress = 'open' | 'toggle' | 'range'

export interface EventRowProps {
  readonly event: EventView
  readonly id: string
  readonly status: EventStoreStatus | undefined
  readonly now: number
  /** Its number in the list, and its distance from the top in pixels. */
  readonly place: { readonly index: number; readonly top: number }
  readonly isPicked: boolean
  readonly isOpen: boolean
  readonly isFocused: boolean
  readonly onPress: (event: string, press: RowPress) => void
}

export function EventRow({ event, id, status, now, place, isPicked, isOpen, isFocused, onPress }: EventRowProps) {
  const { lead, note } = headlineOf(event)
  const state = stateOf(event, status, now)
  const where = [event.deviceId, event.streamId].filter((each) => each !== null).join(' / ')
  const press = (how: MouseEvent) => {
    if (how.shiftKey) onPress(event.id, 'range')
    else onPress(event.id, how.ctrlKey || how.metaKey ? 'toggle' : 'open')
  }
  const check = (how: MouseEvent) => {
    how.stopPropagation()
    onPress(event.id, how.shiftKey ? 'range' : 'toggle')
  }
  return (
    <div
      id={id}
      role="row"
      aria-rowindex={place.index + 1}
      aria-selected={isPicked}
      aria-current={isOpen ? 'true' : undefined}
      className={cx(styles.row, isOpen && styles.open, isPicked && styles.picked, isFocused && styles.focused)}
      style={{ transform: `translateY(${place.top}px)` }}
      onClick={press}
    >
      <span role="gridcell" className={styles.check} onClick={check} title={t('Select')}>
        <CheckMark isOn={isPicked} />
        <span className="visually-hidden">{isPicked ? t('Selected') : t('Not selected')}</span>
      </span>
      <span role="gridcell" className={styles.thumb}>
        <Thumb image={shownImage(event)} schema={event.eventSchema} />
      </span>
      <Time iso={event.createdAt} now={now} />
      <span role="gridcell" className={cx(styles.headline, 'truncate')} title={`${lead} ${note}`}>
        <span className="medium">{lead}</span> <span className="text-2">{note}</span>
      </span>
      <span className={styles.sources} role="presentation">
        <span role="gridcell" className="truncate text-2" title={event.eventSchema}>
          {event.eventSchema}
        </span>
        <span role="gridcell" className="truncate text-2" title={where}>
          {where}
        </span>
      </span>
      <span role="gridcell" className={styles.state}>
        <StateChip state={state} />
        {state.note !== '' && <span className="caption text-3 num">{state.note}</span>}
      </span>
    </div>
  )
}

function Time({ iso, now }: { readonly iso: string; readonly now: number }) {
  const { seconds, tenth } = clockOf(iso)
  const day = dayOf(iso, now)
  return (
    <span role="gridcell" className={styles.time}>
      <time dateTime={iso} className="mono">
        {seconds}
        <span className="text-3">{tenth}</span>
      </time>
      {day !== undefined && <span className="caption text-3">{day}</span>}
    </span>
  )
}

const TONES = { draft: 'line', held: 'warn', final: 'plain' } as const

export function StateChip({ state: { kind, word, reason } }: { readonly state: EventState }) {
  return (
    <span title={reason === '' ? undefined : reason}>
      <Chip tone={TONES[kind]}>{word}</Chip>
    </span>
  )
}
