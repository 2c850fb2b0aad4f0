import { Check, CheckCheck, X } from 'lucide-react'
import type { Reviewed } from '#common/annotation/review'
import { cx } from '../cx.ts'
import styles from './review-mark.module.css'

const ICONS = { waiting: Check, approved: CheckCheck, rejected: X } as const

/**
 * Review mark on an image: one tick for done, two for approved, a cross for rejected. The same in both themes. The word
 * stands beside it or is its accessible name.
 */
export function ReviewMark({ review }: { readonly review: Reviewed }) {
  const Icon = ICONS[review]
  return (
    <span className={cx(styles.mark, styles[review])} aria-hidden>
      <Icon />
    </span>
  )
}
