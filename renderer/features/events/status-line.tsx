import { TriangleAlert } from 'lucide-react'
import type { EventStoreStatus } from '#common/contract/events'
import { StateDot } from '#renderer/kit/display/marks'
import { bytes, count } from '#renderer/kit/format'
import styles from './events-page.module.css'
import { limitsText } from './words.ts'

/** How long events are kept, how many there are, and whether they are sent on. */
export function StatusLine({ status }: { readonly status: EventStoreStatus }) {
  const { events, bytes: size, limits, upload } = status
  return (
    <div className={`${styles.status} caption text-2 num`}>
      <span>
        {limitsText(limits)} {count(events)} now, {bytes(size)}.
      </span>
      {upload !== null && <Upload upload={upload} />}
    </div>
  )
}

function Upload({
  upload: { host, waiting, failing, lastFailure },
}: {
  readonly upload: NonNullable<EventStoreStatus['upload']>
}) {
  const rest = waiting === 0 ? 'everything is sent' : `${count(waiting)} to go`
  return (
    <span className={styles.upload} title={lastFailure ?? undefined}>
      <StateDot tone={failing > 0 ? 'warn' : 'ok'} />
      Upload to {host}: {failing > 0 ? `${rest}, ${count(failing)} failed and are tried again` : rest}
    </span>
  )
}

/** The store refuses events: why, and what can be done. */
export function BlockedLine({ reason }: { readonly reason: string }) {
  return (
    <div className={styles.blocked} role="alert">
      <TriangleAlert aria-hidden />
      <span>
        <b>No event is taken.</b> {reason}. Producers are answered 529 until then.
      </span>
    </div>
  )
}
