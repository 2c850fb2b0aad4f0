import type { ReactNode } from 'react'
import styles from './settings.module.css'

export interface SettingProps {
  readonly name: string
  /** One sentence. */
  readonly text?: ReactNode
  readonly children?: ReactNode
}

/** A setting is a line: name and one sentence left, control right. */
export function Setting({ name, text, children }: SettingProps) {
  return (
    <div className={styles.setting}>
      <div>
        <div className="medium">{name}</div>
        {text !== undefined && <div className={styles.text}>{text}</div>}
      </div>
      <div className={styles.control}>{children}</div>
    </div>
  )
}

export interface SectionProps {
  readonly id: string
  readonly title: string
  readonly children: ReactNode
}

export function Section({ id, title, children }: SectionProps) {
  return (
    <section id={id} className={styles.section}>
      <h2>{title}</h2>
      {children}
    </section>
  )
}
