import { useMemo, useState } from 'react'
import { sentenceOf } from '#renderer/data/sentence'
import { setParams } from '#renderer/ui/app/router'
import { EventPanel } from './detail/event-panel.tsx'
import styles from './events-page.module.css'
import { FilterBar } from './filters/filter-bar.tsx'
import { Head } from './head.tsx'
import { Histogram } from './histogram/histogram.tsx'
import { brushFilter, brushOf } from './histogram/scale.ts'
import { useHistogram } from './histogram/use-histogram.ts'
import { Listed } from './listed.tsx'
import { useEventStatus } from './live/use-event-status.ts'
import { useEventCount } from './live/use-figures.ts'
import { BlockedLine, StatusLine } from './status-line.tsx'
import { type EventsView, readView, viewParams } from './view.ts'

export interface EventsPageProps {
  readonly params: URLSearchParams
}

/** Events of the pipelines on this machine: live, searchable, and ready to be added to a project for training. */
export function EventsPage({ params }: EventsPageProps) {
  const view = useView(params)
  const [isPaused, setPaused] = useState(false)
  const { data: status } = useEventStatus()
  const fitting = useEventCount(view)
  const open = params.get('event') ?? undefined
  const onOpen = (event: string | undefined) => setParams({ event })
  const onView = (next: EventsView) => setParams(viewParams(next))
  return (
    <div className={styles.page}>
      <div className={styles.left}>
        <Head view={view} status={status} isPaused={isPaused} onPause={setPaused} />
        {status && status.blockedBecause !== null && <BlockedLine reason={sentenceOf(status.blockedBecause)} />}
        <Chart view={view} isLive={!isPaused} onView={onView} />
        <FilterBar view={view} fitting={fitting} all={status?.events} onChange={onView} />
        <Listed key={JSON.stringify(view)} {...{ view, status, isPaused, open, onOpen, onView }} />
        {status && <StatusLine status={status} />}
      </div>
      {open !== undefined && <EventPanel id={open} status={status} onOpen={onOpen} onClose={() => onOpen(undefined)} />}
    </div>
  )
}

/** The same object as long as the address asks for the same. */
function useView(params: URLSearchParams): EventsView {
  const rest = new URLSearchParams(params)
  rest.delete('event')
  const text = rest.toString()
  return useMemo(() => readView(new URLSearchParams(text)), [text])
}

interface ChartProps {
  readonly view: EventsView
  readonly isLive: boolean
  readonly onView: (view: EventsView) => void
}

function Chart({ view, isLive, onView }: ChartProps) {
  const histogram = useHistogram(view, isLive)
  if (histogram === undefined) return null
  const { domain } = histogram
  return (
    <Histogram
      {...histogram}
      brush={brushOf(view.filter, domain)}
      onBrush={(brush) => onView({ ...view, filter: brushFilter(view.filter, brush, domain) })}
    />
  )
}
