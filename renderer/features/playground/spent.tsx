import type { Answered } from '#common/contract/playground'
import { ProgressRing } from '#renderer/kit/display/progress'
import { plural } from '#renderer/kit/format'
import { secondsText, stageRows } from './findings.ts'
import styles from './playground-page.module.css'

export interface SpentProps {
  readonly answer: Answered
  /** A newer answer is on its way. */
  readonly isAsking: boolean
}

/** How long the answer took, and what the time went to. */
export function Spent({ answer: { finding, seconds, coldSeconds, stages }, isAsking }: SpentProps) {
  const rows = stageRows(stages)
  const engine = finding.kind === 'text' ? ` by ${finding.engine}` : ''
  return (
    <details className={styles.spent}>
      <summary>
        <span className="num medium">{secondsText(seconds)}</span>
        <span className="text-3">{engine}</span>
        {coldSeconds !== null && (
          <span className="text-3 num">, of it {secondsText(coldSeconds)} to load the model</span>
        )}
        {isAsking && <ProgressRing size={14} label="Asking again" />}
      </summary>
      {rows.length > 0 && (
        <dl className={styles.stages} aria-label={plural(rows.length, 'step')}>
          {rows.map(({ word, text, share }) => (
            <div key={word}>
              <dt>To {word}</dt>
              <dd className="num">
                {text} <span className="text-3">{share}</span>
              </dd>
            </div>
          ))}
        </dl>
      )}
    </details>
  )
}
