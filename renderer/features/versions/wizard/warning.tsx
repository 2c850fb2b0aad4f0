import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import styles from './warning.module.css'

/** A warning about a consequence, shown in advance. */
export function Warning({ children }: { readonly children: ReactNode }) {
  return (
    <div className={styles.warning} role="status">
      <TriangleAlert aria-hidden />
      <div>{children}</div>
    </div>
  )
}

/** Warnings, in sight below long lists too; nothing above them moves when they come and go. */
export function Warnings({ texts }: { readonly texts: readonly (string | undefined)[] }) {
  const shown = texts.flatMap((text) => text ?? [])
  if (shown.length === 0) return null
  return (
    <div className={styles.foot}>
      {shown.map((text) => (
        <Warning key={text}>{text}</Warning>
      ))}
    </div>
  )
}
