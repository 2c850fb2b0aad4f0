import type { ReactNode } from 'react'
import { Checkbox } from '#renderer/ui/controls/checkbox'
import { count } from '#renderer/words/format'
import styles from './facets.module.css'

export interface FacetBoxProps {
  readonly isOn: boolean
  readonly onFlip: () => void
  readonly images: number
  readonly children: ReactNode
  readonly bar?: ReactNode
}

/** A box of the filter column, with how many images it would show. */
export function FacetBox({ isOn, onFlip, images, children, bar }: FacetBoxProps) {
  return (
    <Checkbox className={styles.row} isSelected={isOn} onChange={onFlip}>
      <span className={styles.name}>{children}</span>
      <span className={styles.count}>{count(images)}</span>
      {bar !== undefined && <span className={styles.bar}>{bar}</span>}
    </Checkbox>
  )
}
