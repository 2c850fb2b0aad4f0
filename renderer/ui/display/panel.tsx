import type { ReactNode } from 'react'
import { cx } from '../cx.ts'
import styles from './panel.module.css'

interface TitleProps {
  readonly children: ReactNode
  readonly className?: string | undefined
}

export interface PageHeadProps {
  readonly title: string
  readonly note?: ReactNode
  readonly actions?: ReactNode
}

/** The page title; one per screen. */
export function PageHead({ title, note, actions }: PageHeadProps) {
  return (
    <header className={styles.head}>
      <div>
        <h1 className={styles.title}>{title}</h1>
        {note !== undefined && <p className={styles.note}>{note}</p>}
      </div>
      {actions !== undefined && <div className={styles.actions}>{actions}</div>}
    </header>
  )
}

/** A heading inside a page (13/600). */
export function SectionTitle({ children, className }: TitleProps) {
  return <h2 className={cx(styles.section, className)}>{children}</h2>
}

/** A heading inside a panel or list (11/520, text-3). */
export function PanelLabel({ children, className }: TitleProps) {
  return <div className={cx(styles.label, className)}>{children}</div>
}
