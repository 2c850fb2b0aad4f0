import { useQueries } from '@tanstack/react-query'
import { useState } from 'react'
import type { DatasetPlan, DatasetProblem } from '#common/contract/datasets'
import type { Said } from '#common/contract/kit'
import type { TaskId } from '#common/ids'
import { keys } from '#renderer/data/queries'
import { sentenceOf } from '#renderer/data/sentence'
import { studio } from '#renderer/data/studio'
import { PanelLabel } from '#renderer/ui/display/panel'
import { VirtualList } from '#renderer/ui/display/virtual-list'
import { t } from '#renderer/words/words'
import styles from './review.module.css'
import { problemWords } from './words.ts'

interface ProblemsProps {
  readonly dataset: TaskId
  readonly check: TaskId
  readonly plan: DatasetPlan
  readonly unsent: readonly { readonly path: string; readonly reason: string }[]
}

const WINDOW = 200
/** The check keeps this many. */
const KEPT = 10_000

/** Problems, each with its file and line; files that did not get through stand first. */
export function Problems({ dataset, check, plan, unsent }: ProblemsProps) {
  const [range, setRange] = useState({ first: 0, last: 0 })
  const kept = Math.min(plan.images.refused + plan.problems + plan.notes, KEPT)
  const total = unsent.length + kept
  const from = Math.max(0, Math.floor((range.first - unsent.length) / WINDOW))
  const to = Math.max(from, Math.floor((range.last - unsent.length) / WINDOW))
  const windows = Array.from({ length: to - from + 1 }, (_, index) => from + index)
  const pages = useQueries({
    queries: windows.map((index) => ({
      queryKey: [...keys.tasks, check, 'problems', index],
      queryFn: () => studio.datasets.problems({ dataset, offset: index * WINDOW, limit: WINDOW }),
      staleTime: Number.POSITIVE_INFINITY,
    })),
  })
  const rowAt = (index: number): Problem | undefined => {
    const own = unsent[index]
    if (own !== undefined) return { ...own, line: null, isNote: false }
    const at = index - unsent.length
    return pages[Math.floor(at / WINDOW) - from]?.data?.rows[at % WINDOW]
  }
  const look = (first: number, last: number) =>
    setRange((now) => (now.first === first && now.last === last ? now : { first, last }))
  return (
    <>
      <PanelLabel className={styles.problemHead}>
        {problemWords({
          refused: plan.images.refused + unsent.length,
          problems: plan.problems,
          notes: plan.notes,
          listed: total,
        })}
      </PanelLabel>
      {total === 0 ? (
        <p className={styles.sound}>{t('Every file was understood.')}</p>
      ) : (
        <VirtualList
          className={styles.problems}
          label={t('Problems')}
          count={total}
          rowHeight={ROW}
          isGrowing
          onRange={look}
        >
          {(index) => <ProblemRow row={rowAt(index)} />}
        </VirtualList>
      )}
    </>
  )
}

const ROW = 40

/** Why a file did not get through is a sentence of this page. */
type Problem = Omit<DatasetProblem, 'reason'> & { readonly reason: Said | string }

function ProblemRow({ row }: { readonly row: Problem | undefined }) {
  if (row === undefined) return null
  const { path, line, reason } = row
  const place = line === null ? path : `${path}:${line}`
  return (
    <div className={styles.problem}>
      <span className={styles.reason}>
        {row.isNote && <span className="text-3">{t('Note:')} </span>}
        {typeof reason === 'string' ? reason : sentenceOf(reason)}
      </span>
      <span className={styles.place} title={place}>
        <span className="truncate">{path}</span>
        {line !== null && <span className="num">{t('line {{line}}', { line })}</span>}
      </span>
    </div>
  )
}
