import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import styles from './warning.module.css'

/** A consequence, said before it happens. */
export function Warning({ children }: { readonly children: ReactNode }) {
  return (
    <div className={styles.warning} role="status">
      <TriangleAlert aria-hidden />
      <div>{children}</div>
    </div>
  )
}
