import { TriangleAlert } from 'lucide-react'
import { t } from '#renderer/words/words'
import { cx } from '../cx.ts'
import styles from './damaged-mark.module.css'

/** A mark on the tile of an image whose stored file is damaged or missing. The class name positions it. */
export function DamagedMark({ className }: { readonly className: string | undefined }) {
  return (
    <span className={cx(styles.mark, className)} title={t('Damaged file')}>
      <TriangleAlert aria-hidden />
      <span className="truncate">{t('Damaged file')}</span>
    </span>
  )
}
