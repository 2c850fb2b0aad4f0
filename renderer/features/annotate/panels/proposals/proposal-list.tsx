import { Sparkles } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import type { Proposal } from '#common/annotation/proposal'
import type { LabelClass } from '#common/contract/projects'
import type { ProposalId } from '#common/ids'
import { cx } from '#renderer/ui/cx'
import { ClassSwatch } from '#renderer/ui/display/marks'
import { useRowHeight } from '#renderer/ui/display/row-height'
import { useRows } from '#renderer/ui/display/use-rows'
import { count } from '#renderer/words/format'
import { t } from '#renderer/words/words'
import { focusProposal } from '../../commands/proposals/proposals.ts'
import type { Editor } from '../../editor/editor.ts'
import { useEditor, useEditorState } from '../../editor/hooks/session.tsx'
import { useFocusedProposal, useOffers } from '../../editor/hooks/use-offers.ts'
import { scoreText } from '../../model/proposals/offers.ts'
import styles from './proposal-list.module.css'

const NO_CLASSES: readonly LabelClass[] = []

/** The accessible mirror of what is proposed: best first. Enter accepts and Backspace rejects the one in focus. */
export function ProposalList() {
  const editor = useEditor()
  const box = useRef<HTMLDivElement>(null)
  const { shown } = useOffers()
  const focused = useFocusedProposal()
  const classes = useEditorState((all) => all.classes) ?? NO_CLASSES
  const place = focused ? shown.indexOf(focused) : -1
  const rowHeight = useRowHeight('list')
  const rows = useRows({
    count: shown.length,
    getScrollElement: () => box.current,
    estimateSize: () => rowHeight,
    overscan: 10,
  })
  useEffect(() => {
    if (place >= 0) rows.scrollToIndex(place, { align: 'auto' })
  }, [rows, place])
  if (shown.length === 0) return null
  return (
    <section className={styles.section} aria-label={t('Suggestions')}>
      <h2 className={styles.head}>
        <Sparkles aria-hidden />
        {t('Suggestions')} <span className="num">{count(shown.length)}</span>
      </h2>
      <div
        ref={box}
        className={styles.list}
        role="listbox"
        tabIndex={0}
        aria-label={t('Suggestions')}
        aria-activedescendant={focused && rowId(focused.id)}
        onKeyDown={(event) => moveByKey(event, { editor, shown, place })}
      >
        <div className={styles.inner} style={{ height: rows.getTotalSize() }}>
          {rows.getVirtualItems().flatMap(({ index, start }) => {
            const proposal = shown[index]
            if (!proposal) return []
            const label = classes.find(({ name }) => name === proposal.className)
            return [
              <Row
                key={proposal.id}
                {...{ proposal, label, top: start, place: index, total: shown.length }}
                isFocused={proposal === focused}
              />,
            ]
          })}
        </div>
      </div>
    </section>
  )
}

interface RowProps {
  readonly proposal: Proposal
  readonly label: LabelClass | undefined
  readonly top: number
  readonly place: number
  readonly total: number
  readonly isFocused: boolean
}

function Row({ proposal, label, top, place, total, isFocused }: RowProps) {
  const editor = useEditor()
  const { id, className, source } = proposal
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the list hears the keys for all of its rows
    <div
      id={rowId(id)}
      role="option"
      tabIndex={-1}
      aria-selected={isFocused}
      aria-posinset={place + 1}
      aria-setsize={total}
      className={cx(styles.row, isFocused && styles.focused)}
      style={{ top }}
      title={source === '' ? undefined : t('From {{source}}', { source })}
      onClick={() => focusProposal(editor, id)}
    >
      {label ? <ClassSwatch color={label.color} /> : <i className={styles.unknown} aria-hidden />}
      <span className={cx(styles.name, 'truncate')}>
        {className}
        {!label && <span className={styles.new}> {t('new class')}</span>}
      </span>
      <span className={`${styles.score} num`}>{scoreText(proposal) ?? '–'}</span>
    </div>
  )
}

function rowId(id: ProposalId): string {
  return `proposal-${id}`
}

interface Here {
  readonly editor: Editor
  readonly shown: readonly Proposal[]
  readonly place: number
}

function moveByKey(event: KeyboardEvent, { editor, shown, place }: Here): void {
  const to = { ArrowDown: place + 1, ArrowUp: Math.max(0, place - 1), Home: 0, End: shown.length - 1 }[event.key]
  const target = to === undefined ? undefined : shown[Math.min(shown.length - 1, to)]
  if (!target) return
  event.preventDefault()
  focusProposal(editor, target.id)
}
