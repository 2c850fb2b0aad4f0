import { cx } from '#renderer/ui/cx'
import { count } from '#renderer/words/format'
import { t } from '#renderer/words/words'
import type { Completion } from './complete.ts'
import styles from './search.module.css'

export interface SuggestionListProps {
  readonly id: string
  readonly options: readonly Completion[]
  readonly active: number | undefined
  readonly onChoose: (option: Completion) => void
}

/** Hangs below the field; the field keeps the focus and hears the keys. */
export function SuggestionList({ id, options, active, onChoose }: SuggestionListProps) {
  return (
    <div id={id} role="listbox" aria-label={t('Suggestions')} className={styles.suggestions}>
      {options.map((option, index) => (
        <div
          key={option.text}
          id={optionId(id, index)}
          role="option"
          aria-selected={index === active}
          className={cx(styles.suggestion, index === active && styles.active)}
          onPointerDown={(event) => {
            // The field would lose the focus, and close the list before the press.
            event.preventDefault()
            onChoose(option)
          }}
        >
          <code className="truncate">{option.text}</code>
          <span className={`${styles.about} truncate`}>{option.about}</span>
          {option.images !== undefined && <span className="num">{count(option.images)}</span>}
        </div>
      ))}
    </div>
  )
}

export function optionId(list: string, index: number): string {
  return `${list}-${index}`
}
