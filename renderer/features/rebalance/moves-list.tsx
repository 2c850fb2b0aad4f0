import { ArrowRight } from 'lucide-react'
import { useRef } from 'react'
import type { Move, RebalancePreview, RebalanceRequest } from '#common/contract/splits'
import { imageUrl } from '#common/contract/urls'
import type { ProjectSlug } from '#common/ids'
import { totalOf } from '#common/split'
import { Image } from '#renderer/ui/display/image'
import { SPLIT_NAMES, SplitName } from '#renderer/ui/display/marks'
import { EmptyState } from '#renderer/ui/display/message'
import { SectionTitle } from '#renderer/ui/display/panel'
import { useRows } from '#renderer/ui/display/use-rows'
import { percent } from '#renderer/words/format'
import { t } from '#renderer/words/words'
import styles from './moves-list.module.css'
import { useMoves } from './use-rebalance.ts'

interface MovesListProps {
  readonly project: ProjectSlug
  readonly request: RebalanceRequest
  readonly preview: RebalancePreview
}

const ROW_PX = 46

/** Every move with its image, from → to and why. */
export function MovesList({ project, request, preview }: MovesListProps) {
  const { total } = preview
  const scroller = useRef<HTMLDivElement>(null)
  const rows = useRows({
    count: total,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PX,
    overscan: 6,
  })
  const inView = rows.getVirtualItems()
  const moveAt = useMoves(project, request, [0, ...inView.map(({ index }) => index)])
  const images = totalOf(preview.now)
  return (
    <section className={styles.moves}>
      <div className={styles.title}>
        <SectionTitle className="num">{t('{{count}} images move', { count: total })}</SectionTitle>
        <span className="text-3 num">
          {t('{{share}} of the project', { share: percent(images === 0 ? 0 : total / images, 1) })}
        </span>
      </div>
      {total === 0 ? (
        <EmptyState
          title={t('Nothing to move')}
          text={images === 0 ? t('The project has no images yet.') : t('The split is already like this.')}
        />
      ) : (
        <div role="table" aria-label={t('Moves')} aria-rowcount={total + 1} className={styles.table}>
          <div role="row" className={styles.head} aria-rowindex={1}>
            <span role="columnheader" className={styles.imageHead}>
              {t('Image')}
            </span>
            <span role="columnheader">{t('Move|of an image')}</span>
            <span role="columnheader">{t('Why')}</span>
          </div>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling list must be reachable by keyboard */}
          <div ref={scroller} className={styles.scroller} tabIndex={0} role="rowgroup" aria-label={t('Moves')}>
            <div style={{ height: rows.getTotalSize(), position: 'relative' }}>
              {inView.map(({ index, start }) => (
                <div key={index} role="row" aria-rowindex={index + 2} className={styles.row} style={{ top: start }}>
                  <MoveCells move={moveAt(index)} />
                </div>
              ))}
            </div>
          </div>
        </div>
      )}
    </section>
  )
}

function MoveCells({ move }: { readonly move: RebalancePreview['moves'][number] | undefined }) {
  if (move === undefined) return <span role="cell" className={styles.image} />
  return (
    <>
      <span role="cell">
        <Image url={imageUrl(move.image, 'thumb')} className={styles.image} />
      </span>
      <span role="cell" className="truncate">
        {move.name}
      </span>
      <span role="cell" className={styles.move}>
        <span className="text-2">
          <SplitName split={move.from} />
        </span>
        <ArrowRight className={styles.arrow} aria-label={t('to|a place')} />
        <SplitName split={move.to} />
      </span>
      <span role="cell" className="truncate text-2">
        {whyWords(move)}
      </span>
    </>
  )
}

function whyWords({ why, from }: Move): string {
  return why === 'shuffled' ? t('Shuffled') : t('{{split}} is over its share', { split: SPLIT_NAMES[from] })
}
