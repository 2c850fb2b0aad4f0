import { useQuery } from '@tanstack/react-query'
import { cx } from '#renderer/kit/cx'
import { StateDot } from '#renderer/kit/display/marks'
import { queries } from '#renderer/kit/studio/queries'
import { useConnection } from '#renderer/kit/studio/use-connection'
import { t } from '#renderer/kit/words/words'
import { useDocument, useUnderWay } from '../workbench/session.tsx'
import styles from './top-bar.module.css'

/** Whether everything that was drawn is on disk. */
export function Durability() {
  const waiting = useUnderWay((documents) => documents.waiting)
  const load = useDocument((document) => document?.load)
  if (waiting > 0) return <Waiting waiting={waiting} />
  if (load !== 'ready')
    return <span className={styles.saved}>{load === 'failed' ? t('Labels not loaded') : t('Loading labels')}</span>
  return <Told tone="ok" words={t('Saved')} />
}

/** As wide as the longer one of the two: they change with every gesture, and nothing else is to be laid out with them. */
function Told({ tone, words }: { readonly tone: 'ok' | 'off'; readonly words: string }) {
  const longest = Math.max(t('Saved').length, t('Saving').length)
  return (
    <span className={cx(styles.saved, styles.told)} style={{ width: `calc(${longest}ch + 14px)` }} role="status">
      <StateDot tone={tone} />
      {words}
    </span>
  )
}

function Waiting({ waiting }: { readonly waiting: number }) {
  const isCut = useConnection().status !== 'open'
  const trouble = useUnderWay((documents) => documents.trouble)
  const isElsewhere = (useQuery(queries.session()).data?.place.host ?? null) !== null && !isCut
  const reason = isCut ? t('No connection to the core.') : trouble
  if (reason === null) return <Told tone="off" words={t('Saving')} />
  const kept =
    waiting === 1 ? t('It is kept in this window and retried.') : t('They are kept in this window and retried.')
  return (
    <span
      className={cx(styles.saved, isElsewhere ? styles.elsewhere : styles.trouble)}
      role="status"
      title={`${reason} ${kept}`}
    >
      <StateDot tone={isElsewhere ? 'warn' : 'danger'} />
      {t('Not saved yet: {{count}} changes wait.', { count: waiting })} <span className={styles.reason}>{reason}</span>
    </span>
  )
}
