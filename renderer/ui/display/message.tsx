import type { ReactNode } from 'react'
import { sentenceOf } from '#renderer/data/sentence'
import { t } from '#renderer/words/words'
import { cx } from '../cx.ts'
import styles from './message.module.css'

export interface EmptyStateProps {
  readonly title: string
  /** One sentence. */
  readonly text?: ReactNode
  /** One button. */
  readonly action?: ReactNode
  /** Whether screen readers announce it at once, because something failed. */
  readonly isAlert?: boolean
  readonly className?: string | undefined
}

/** An empty state: says in the middle of a frame what belongs there. */
export function EmptyState({ title, text, action, isAlert = false, className }: EmptyStateProps) {
  return (
    <div className={cx(styles.empty, className)} role={isAlert ? 'alert' : undefined}>
      <h2 className={styles.title}>{title}</h2>
      {text !== undefined && <p className={styles.text}>{text}</p>}
      {action !== undefined && <div className={styles.act}>{action}</div>}
    </div>
  )
}

export interface ErrorLineProps {
  /** A sentence, or the error that a call threw. */
  readonly error: unknown
  /** The failed action in one or two words. */
  readonly word?: string | undefined
  /** One way forward, usually "Try again". */
  readonly action?: ReactNode
  readonly className?: string | undefined
}

/** An error with its reason and one action. Only its word is red, not a whole panel. */
export function ErrorLine({ error, word = t('Not done'), action, className }: ErrorLineProps) {
  return (
    <div className={cx(styles.error, className)} role="alert">
      <span>
        <span className={styles.word}>{word}.</span> {sentenceOf(error)}
      </span>
      {action}
    </div>
  )
}
