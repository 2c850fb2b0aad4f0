import { useQuery } from '@tanstack/react-query'
import { cx } from '#renderer/kit/cx'
import { StateDot } from '#renderer/kit/display/marks'
import { plural } from '#renderer/kit/format'
import { queries } from '#renderer/kit/studio/queries'
import { useConnection } from '#renderer/kit/studio/use-connection'
import { useDocument, useDocuments } from '../workbench/session.tsx'
import styles from './top-bar.module.css'

/** Whether everything that was drawn is on disk. */
export function Durability() {
  const waiting = useDocuments((documents) => documents.waiting)
  const load = useDocument((document) => document?.load)
  if (waiting > 0) return <Waiting waiting={waiting} />
  if (load !== 'ready')
    return <span className={styles.saved}>{load === 'failed' ? 'Labels not loaded' : 'Loading labels'}</span>
  return (
    <span className={styles.saved} role="status">
      <StateDot tone="ok" />
      Saved
    </span>
  )
}

function Waiting({ waiting }: { readonly waiting: number }) {
  const isCut = useConnection().status !== 'open'
  const trouble = useDocuments((documents) => documents.trouble)
  const isElsewhere = (useQuery(queries.session()).data?.place.host ?? null) !== null && !isCut
  const reason = isCut ? 'No connection to the core.' : trouble
  if (reason === null) {
    return (
      <span className={styles.saved} role="status">
        <StateDot tone="off" />
        Saving
      </span>
    )
  }
  const kept = waiting === 1 ? 'It is kept in this window and retried.' : 'They are kept in this window and retried.'
  return (
    <span
      className={cx(styles.saved, isElsewhere ? styles.elsewhere : styles.trouble)}
      role="status"
      title={`${reason} ${kept}`}
    >
      <StateDot tone={isElsewhere ? 'warn' : 'danger'} />
      Not saved yet: {plural(waiting, 'change')} wait{waiting === 1 ? 's' : ''}.{' '}
      <span className={styles.reason}>{reason}</span>
    </span>
  )
}
