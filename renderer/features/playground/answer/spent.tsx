import type { Answered } from '#common/contract/models/playground'
import { ProgressRing } from '#renderer/ui/display/progress'
import { secondsText } from '#renderer/words/format'
import { t } from '#renderer/words/words'
import { stageRows } from '../entrance/findings.ts'
import styles from '../playground-page.module.css'

export interface SpentProps {
  readonly answer: Answered
  /** A newer answer is on its way. */
  readonly isAsking: boolean
}

/** How long the answer took, and what the time went to. */
export function Spent({ answer: { finding, seconds, coldSeconds, stages }, isAsking }: SpentProps) {
  const rows = stageRows(stages)
  const engine = finding.kind === 'text' ? ` ${t('by {{engine}}', { engine: finding.engine })}` : ''
  return (
    <details className={styles.spent}>
      <summary>
        <span className="num medium">{secondsText(seconds)}</span>
        <span className="text-3">{engine}</span>
        {coldSeconds !== null && (
          <span className="text-3 num">
            {t(', including {{time}} to load the model', { time: secondsText(coldSeconds) })}
          </span>
        )}
        {isAsking && <ProgressRing size={14} label={t('Running again')} />}
      </summary>
      {rows.length > 0 && (
        <dl className={styles.stages} aria-label={t('{{count}} steps', { count: rows.length })}>
          {rows.map(({ word, text, share }) => (
            <div key={word}>
              <dt>{t('To {{act}}', { act: word })}</dt>
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
