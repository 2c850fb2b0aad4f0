import type { ComponentProps, WheelEvent } from 'react'
import { cx } from '../cx.ts'
import styles from './sideways.module.css'

/** A bar that scrolls horizontally, also by the wheel. Its ends fade where there is more. */
export function Sideways({ className, children, ...rest }: ComponentProps<'div'>) {
  return (
    <div {...rest} className={cx(styles.bar, className)}>
      <div className={styles.parts} onWheel={moveSideways}>
        {children}
      </div>
    </div>
  )
}

/** A mouse has one wheel, and nothing here scrolls vertically. */
function moveSideways({ currentTarget, deltaX, deltaY }: WheelEvent): void {
  if (deltaX === 0) currentTarget.scrollLeft += deltaY
}
