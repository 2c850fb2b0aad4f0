import { useQuery } from '@tanstack/react-query'
import { Pause, Play } from 'lucide-react'
import type { EventStoreStatus } from '#common/contract/events'
import { queries } from '#renderer/data/queries'
import { Button } from '#renderer/ui/controls/button'
import { Chip } from '#renderer/ui/display/chip'
import { StateDot } from '#renderer/ui/display/marks'
import { t } from '#renderer/words/words'
import { ExportMenu } from './acts/export-menu.tsx'
import styles from './events-page.module.css'
import { type EventsView, filterAt, isSieved } from './view.ts'
import { rateText } from './words.ts'

export interface HeadProps {
  readonly view: EventsView
  readonly status: EventStoreStatus | undefined
  readonly isPaused: boolean
  readonly onPause: (isPaused: boolean) => void
}

/** Whether new events come in, how many, what the colors of the chart mean, and what can be done with all. */
export function Head({ view, status, isPaused, onPause }: HeadProps) {
  return (
    <header className={styles.head}>
      <h1 className={styles.title}>{t('Events')}</h1>
      <Intake status={status} isPaused={isPaused} />
      {status !== undefined && <span className="text-3 num">{rateText(status.perSecond)}</span>}
      {isSieved(view.filter) && (
        <span className={styles.legend}>
          <i className={styles.all} aria-hidden /> {t('all')} <i className={styles.fitting} aria-hidden />{' '}
          {legendOf(view)}
        </span>
      )}
      <span className={styles.acts}>
        <Button onPress={() => onPause(!isPaused)}>
          {isPaused ? <Play /> : <Pause />}
          {isPaused ? t('Resume') : t('Pause')}
        </Button>
        <ExportMenu selection={() => ({ filter: filterAt(view) })} label={t('Export all shown')} />
      </span>
    </header>
  )
}

/** Whether new events come in here, and at all. */
function Intake({ status, isPaused }: Pick<HeadProps, 'status' | 'isPaused'>) {
  const servers = useQuery(queries.session()).data?.servers
  if (servers?.events === null) return <Chip>{t('Off')}</Chip>
  if (status !== undefined && status.blockedBecause !== null) return <Chip tone="warn">{t('Blocked')}</Chip>
  if (isPaused) return <Chip>{t('Paused')}</Chip>
  return (
    <Chip tone="ok">
      <StateDot tone="ok" />
      {t('Live')}
    </Chip>
  )
}

/** The one schema, where nothing else is asked for. */
function legendOf({ filter }: EventsView): string {
  const [only] = filter.schemas
  const isOnly = filter.schemas.length === 1 && !isSieved({ ...filter, schemas: [] })
  return isOnly && only !== undefined ? only : t('events that match')
}
