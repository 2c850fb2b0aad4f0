import { Check, CheckCheck, X } from 'lucide-react'
import type { Reviewed } from '#common/annotation/review'
import { cx } from '../cx.ts'
import styles from './review-mark.module.css'

const ICONS = { waiting: Check, approved: CheckCheck, rejected: X } as const

/** Over an image, the same in both themes: one tick is done, two are approved, a cross is rejected. Its word stands beside it or is read out. */
export function ReviewMark({ review }: { readonly review: Reviewed }) {
  const Icon = ICONS[review]
  return (
    <span className={cx(styles.mark, styles[review])} aria-hidden>
      <Icon />
    </span>
  )
}
