import { StateDot } from '#renderer/kit/display/marks'
import { plural } from '#renderer/kit/format'
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
  const isCut = useConnection().status === 'lost'
  const trouble = useDocuments((documents) => documents.trouble)
  if (trouble === null && !isCut) {
    return (
      <span className={styles.saved} role="status">
        <StateDot tone="off" />
        Saving
      </span>
    )
  }
  return (
    <span
      className={`${styles.saved} ${styles.trouble}`}
      role="status"
      title={trouble ?? 'The connection is lost. It is retried.'}
    >
      <StateDot tone="warn" />
      Not saved yet: {plural(waiting, 'change')} wait{waiting === 1 ? 's' : ''}
    </span>
  )
}
