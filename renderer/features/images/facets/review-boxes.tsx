import { Reviewed } from '#common/annotation/review'
import type { Facets, ImageFilter } from '#common/contract/images'
import { useAbility } from '#renderer/data/use-ability'
import { REVIEW_NAMES } from '#renderer/ui/review/words'
import { t } from '#renderer/words/words'
import { flip } from '../filter.ts'
import { FacetBox } from './facet-box.tsx'
import styles from './facets.module.css'

export interface ReviewBoxesProps {
  readonly facets: Facets
  readonly filter: ImageFilter
  readonly onChange: (filter: ImageFilter) => void
}

/** Filters by review state and open comments; shown once there is something to filter. */
export function ReviewBoxes({ facets: { reviews, hasOpenComments }, filter, onChange }: ReviewBoxesProps) {
  const can = useAbility()
  const isOn = filter.reviews !== undefined && filter.reviews.length > 0
  const isShown = isOn || Reviewed.options.some((review) => reviews[review] > 0)
  const hasComments = hasOpenComments > 0 || filter.hasOpenComments === true
  if (!can('reviews') || !(isShown || hasComments)) return null
  return (
    <>
      <h2 className={styles.head}>{t('Review|facet')}</h2>
      {isShown &&
        Reviewed.options.map((review) => (
          <FacetBox
            key={review}
            isOn={filter.reviews?.includes(review) === true}
            onFlip={() => onChange({ ...filter, reviews: flip(filter.reviews, review) })}
            images={reviews[review]}
          >
            {REVIEW_NAMES[review]}
          </FacetBox>
        ))}
      {hasComments && (
        <FacetBox
          isOn={filter.hasOpenComments === true}
          onFlip={() => onChange({ ...filter, hasOpenComments: filter.hasOpenComments ? undefined : true })}
          images={hasOpenComments}
        >
          {t('Has open comments')}
        </FacetBox>
      )}
    </>
  )
}
