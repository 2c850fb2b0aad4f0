import { type KeyboardEvent, useEffect, useRef } from 'react'
import type { Operation } from '#common/contract/annotations'
import { Button } from '#renderer/ui/controls/button'
import { Slider } from '#renderer/ui/controls/slider'
import { cx } from '#renderer/ui/cx'
import { ErrorLine } from '#renderer/ui/display/message'
import { useRows } from '#renderer/ui/display/use-rows'
import { useChord } from '#renderer/ui/keys/key-map'
import { t } from '#renderer/words/words'
import { goBack, leavePast, lookAtPast, showPast } from '../../commands/history/past.ts'
import { useEditor, useEditorState } from '../../editor/hooks/session.tsx'
import inspector from '../../parts/inspector.module.css'
import { thenCanvas } from '../../parts/pressed.ts'
import styles from './history-tab.module.css'
import { type HistoryRows, useHistory, usePast } from './use-history.ts'
import { actorName, operationName, operationTime } from './words.ts'

const ROW = 40

/** Everything that was ever done to the labels of the image, and a slider that shows them as they were. */
export function HistoryTab() {
  const history = useHistory()
  const { place, choose } = usePlace(history)
  if (history.error) return <ErrorLine className={inspector.quiet} word={t('No history')} error={history.error} />
  if (!history.isKnown) return null
  if (history.total === 0)
    return <p className={inspector.quiet}>{t('No changes yet. Every change to this image is listed here.')}</p>
  return (
    <>
      <div className={styles.time}>
        <Slider
          label={t('Earlier annotations')}
          hideLabel
          min={0}
          max={history.total}
          value={place}
          onChange={choose}
          valueText={
            place === history.total ? t('Now') : t('{{done}} of {{total}}', { done: place, total: history.total })
          }
        />
      </div>
      <Entries history={history} place={place} choose={choose} />
      {place < history.total && <PastActs steps={history.total - place} choose={() => choose(history.total)} />}
    </>
  )
}

/** Where in the log one looks: at all of it is now. */
function usePlace({ total, row }: HistoryRows) {
  const editor = useEditor()
  const past = useEditorState((all) => all.past)
  const place = Math.min(past?.place ?? total, total)
  const operation = past === undefined ? undefined : place === 0 ? 0 : row(total - place)?.id
  const { data, isPlaceholderData } = usePast(operation)
  useEffect(() => {
    if (operation !== undefined && data && !isPlaceholderData) showPast(editor, place, data.shapes)
  }, [editor, operation, place, data, isPlaceholderData])
  useEffect(() => () => leavePast(editor), [editor])
  return { place, choose: (next: number) => (next < total ? lookAtPast(editor, next) : leavePast(editor)) }
}

interface EntriesProps {
  readonly history: HistoryRows
  readonly place: number
  readonly choose: (place: number) => void
}

function Entries({ history, place, choose }: EntriesProps) {
  const box = useRef<HTMLDivElement>(null)
  const { total, row, show } = history
  const current = total - place
  const rows = useRows({
    count: total,
    getScrollElement: () => box.current,
    estimateSize: () => ROW,
    overscan: 6,
    onChange: ({ range }) => range !== null && show(range.startIndex, Math.max(range.endIndex, current)),
  })
  useEffect(() => rows.scrollToIndex(current, { align: 'auto' }), [rows, current])
  return (
    <div
      ref={box}
      className={styles.list}
      role="listbox"
      tabIndex={0}
      aria-label={t('Changes, latest first')}
      aria-activedescendant={`operation-${current}`}
      onKeyDown={(event) => moveByKey(event, { place, total, choose })}
    >
      <div className={styles.inner} style={{ height: rows.getTotalSize() }}>
        {rows.getVirtualItems().map(({ index, start }) => (
          <div
            key={total - index}
            id={`operation-${index}`}
            role="option"
            aria-selected={index === current}
            aria-posinset={index + 1}
            aria-setsize={total}
            className={cx(styles.row, index === current && styles.current, index < current && styles.later)}
            style={{ top: start }}
            onClick={() => choose(total - index)}
          >
            <Entry operation={row(index)} />
          </div>
        ))}
      </div>
    </div>
  )
}

function Entry({ operation }: { readonly operation: Operation | undefined }) {
  if (!operation) return null
  const isOff = operation.standing === 'gone' || operation.standing === 'undone'
  const who = actorName(operation)
  return (
    <>
      <span className={cx(styles.name, 'truncate', isOff && styles.off)}>
        {operationName(operation)}
        {isOff && <span className="visually-hidden">, {t('undone')}</span>}
      </span>
      <span className={`${styles.amount} num`}>
        {operation.shapes > 1 ? t('{{count}} shapes', { count: operation.shapes }) : ''}
      </span>
      <span className={`${styles.about} num`}>
        {operationTime(operation.madeAt)}
        {who !== undefined && ` · ${who}`}
      </span>
    </>
  )
}

/** Actions on the selected past state. */
function PastActs({ steps, choose }: { readonly steps: number; readonly choose: () => void }) {
  const editor = useEditor()
  return (
    <div className={styles.acts}>
      <p className={styles.where}>
        {t('{{count}} changes before the current state. Nothing can be drawn here.', { count: steps })}
      </p>
      <Button size="small" variant="quiet" chord={useChord('leave-past')} onPress={thenCanvas(choose)}>
        {t('Return to current state')}
      </Button>
      <Button writes="projects" size="small" variant="primary" onPress={thenCanvas(() => goBack(editor))}>
        {t('Go back to here')}
      </Button>
    </div>
  )
}

interface Moving {
  readonly place: number
  readonly total: number
  readonly choose: (place: number) => void
}

/** Down is further back. */
function moveByKey(event: KeyboardEvent, { place, total, choose }: Moving): void {
  const to = {
    ArrowDown: place - 1,
    ArrowUp: place + 1,
    PageDown: place - 10,
    PageUp: place + 10,
    Home: total,
    End: 1,
  }[event.key]
  if (to === undefined) return
  event.preventDefault()
  choose(Math.max(1, Math.min(total, to)))
}
