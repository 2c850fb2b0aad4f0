import { useQuery } from '@tanstack/react-query'
import type { MouseEvent } from 'react'
import { useStore } from 'zustand'
import { isWhole } from '#common/annotation/whole'
import { imageUrl } from '#common/contract/urls'
import type { ClassId, ImageId, ProjectSlug } from '#common/ids'
import { outlinesOf } from '#renderer/features/images/entrance/outlines-query'
import { cx } from '#renderer/ui/cx'
import { Image } from '#renderer/ui/display/image'
import { type ClassFace, ImageLabels } from '#renderer/ui/display/image-labels'
import { ReviewMark } from '#renderer/ui/review/review-mark'
import { count } from '#renderer/words/format'
import { t } from '#renderer/words/words'
import styles from './sorting.module.css'
import type { SortingStore } from './sorting-store.ts'

export interface SortingTileProps {
  readonly project: ProjectSlug
  readonly sorting: SortingStore
  readonly image: ImageId
  readonly id: string
  readonly place: number
  readonly total: number
  readonly isMarked: boolean
  readonly isFocused: boolean
  readonly classOf: (id: ClassId) => ClassFace | undefined
  readonly onPress: (event: MouseEvent) => void
}

/** An image with the classes it has; the ring is where the keys are, the wash is the block. */
export function SortingTile(props: SortingTileProps) {
  const { project, sorting, image, id, place, total, isMarked, isFocused, classOf, onPress } = props
  const shapes = useQuery(outlinesOf(project, image)).data ?? []
  const isDone = useStore(sorting, ({ marks }) => marks.get(image)?.isDone === true)
  const names = shapes.filter(isWhole).flatMap(({ classId }) => classOf(classId)?.name ?? [])
  const said = names.length === 0 ? t('no class') : names.join(', ')
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the grid hears the keys for all of its images
    <div
      id={id}
      role="option"
      aria-selected={isMarked}
      aria-posinset={place + 1}
      aria-setsize={total}
      aria-label={[t('Image {{number}}', { number: place + 1 }), said, ...(isDone ? [t('done')] : [])].join(', ')}
      className={cx(styles.tile, isMarked && styles.marked, isFocused && styles.focused)}
      onClick={onPress}
    >
      <Image url={imageUrl(image, 'thumb')} className={styles.pixels}>
        <ImageLabels shapes={shapes} width={3} height={2} classOf={classOf} edge="bottom" />
      </Image>
      <div className={styles.line}>
        <span className="num">{count(place + 1)}</span>
        {isDone && <ReviewMark review="waiting" />}
      </div>
    </div>
  )
}
