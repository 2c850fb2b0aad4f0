import { useQuery } from '@tanstack/react-query'
import { queries } from '#renderer/data/queries'
import { useConnection } from '#renderer/data/use-connection'
import { cx } from '#renderer/ui/cx'
import { StateDot } from '#renderer/ui/display/marks'
import { t } from '#renderer/words/words'
import { useDocument, useEditorState, useUnderWay } from '../../editor/hooks/session.tsx'
import styles from './top-bar.module.css'

/** Whether everything that was drawn is on disk. It says so when the labels are there, and the image is in its place to be drawn on. */
export function Durability() {
  const waiting = useUnderWay((documents) => documents.waiting) + useEditorState(({ machine }) => machine.accepted)
  const load = useDocument((document) => document?.load)
  const isPlaced = useEditorState(({ frame }) => frame !== undefined)
  const isUnnamed = useEditorState(({ picker }) => picker?.drawn !== undefined)
  const { reason, remoteIs } = useHindrance()
  if (waiting > 0 && reason !== null) return <Hindered waiting={waiting} reason={reason} remoteIs={remoteIs} />
  if (waiting === 0 && isUnnamed) return <Unnamed />
  if (waiting === 0 && !(load === 'ready' && isPlaced))
    return (
      <span className={styles.saved}>{load === 'failed' ? t('Annotations not loaded') : t('Loading annotations')}</span>
    )
  return <Told isSaved={waiting === 0} />
}

/** Shapes without a class are kept in this browser, and become labels with their class. */
function Unnamed() {
  return (
    <span className={cx(styles.saved, styles.remote)} role="status">
      <StateDot tone="warn" />
      {t('Not saved yet: name the class')}
    </span>
  )
}

/** Why writing does not go on, and whether the labels are kept on another machine. */
function useHindrance() {
  const isCut = useConnection().status !== 'open'
  const trouble = useUnderWay((documents) => documents.trouble)
  const remoteIs = (useQuery(queries.session()).data?.place.host ?? null) !== null && !isCut
  return { reason: isCut ? t('No connection to Tessera.') : trouble, remoteIs }
}

/**
 * The two words change with every gesture. So that nothing else is laid out with them, they stand in a box as wide as the longer one,
 * within another one: browsers lay a box out by itself only where it is no item of a flex row.
 */
function Told({ isSaved }: { readonly isSaved: boolean }) {
  const longest = Math.max(t('Saved').length, t('Saving').length)
  return (
    <span className={styles.told} role="status">
      <span className={cx(styles.saved, styles.word)} style={{ width: `calc(${longest}ch + 14px)` }}>
        <StateDot tone={isSaved ? 'ok' : 'off'} />
        {isSaved ? t('Saved') : t('Saving')}
      </span>
    </span>
  )
}

interface HinderedProps {
  readonly waiting: number
  readonly reason: string
  readonly remoteIs: boolean
}

function Hindered({ waiting, reason, remoteIs }: HinderedProps) {
  const kept =
    waiting === 1 ? t('It is kept in this window and retried.') : t('They are kept in this window and retried.')
  return (
    <span
      className={cx(styles.saved, remoteIs ? styles.remote : styles.trouble)}
      role="status"
      title={`${reason} ${kept}`}
    >
      <StateDot tone={remoteIs ? 'warn' : 'danger'} />
      {t('{{count}} changes are not saved yet.', { count: waiting })} <span className={styles.reason}>{reason}</span>
    </span>
  )
}
