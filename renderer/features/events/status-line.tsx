import { TriangleAlert } from 'lucide-react'
import type { EventStoreStatus } from '#common/contract/events'
import { sentenceOf } from '#renderer/data/sentence'
import { StateDot } from '#renderer/ui/display/marks'
import { bytes } from '#renderer/words/format'
import { t } from '#renderer/words/words'
import styles from './events-page.module.css'
import { limitsText } from './words.ts'

/** How long events are kept, how many there are, and whether they are sent on. */
export function StatusLine({ status }: { readonly status: EventStoreStatus }) {
  const { events, bytes: size, limits, upload } = status
  return (
    <div className={`${styles.status} caption text-2 num`}>
      <span>
        {limitsText(limits)} {t('{{number}} now, {{size}}.', { number: events, size: bytes(size) })}
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
  const rest = waiting === 0 ? t('everything is sent') : t('{{number}} pending', { number: waiting })
  return (
    <span className={styles.upload} title={lastFailure === null ? undefined : sentenceOf(lastFailure)}>
      <StateDot tone={failing > 0 ? 'warn' : 'ok'} />
      {failing > 0
        ? t('Upload to {{host}}: {{rest}}, {{number}} failed and will be retried', { host, rest, number: failing })
        : t('Upload to {{host}}: {{rest}}', { host, rest })}
    </span>
  )
}

/** The store refuses events: why, and what can be done. */
export function BlockedLine({ reason }: { readonly reason: string }) {
  return (
    <div className={styles.blocked} role="alert">
      <TriangleAlert aria-hidden />
      <span>
        <b>{t('The event store is not accepting events.')}</b> {reason}.{' '}
        {t('Until then, requests from producers return 529.')}
      </span>
    </div>
  )
}
