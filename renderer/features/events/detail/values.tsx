import { PanelLabel } from '#renderer/ui/display/panel'
import styles from './panel.module.css'

export interface ValuesProps {
  readonly title: string
  readonly values: Readonly<Record<string, unknown>>
}

/** Keys and values as a producer sent them. */
export function Values({ title, values }: ValuesProps) {
  const entries = Object.entries(values)
  if (entries.length === 0) return null
  return (
    <section className={styles.section}>
      <PanelLabel>{title}</PanelLabel>
      <dl className={styles.values}>
        {entries.map(([key, value]) => (
          <div key={key}>
            <dt className="mono truncate" title={key}>
              {key}
            </dt>
            <dd className="mono">{textOf(value)}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

/** Longest text shown in one line, in characters. */
const ONE_LINE = 60

function textOf(value: unknown): string {
  const text = JSON.stringify(value)
  return text.length <= ONE_LINE ? text : JSON.stringify(value, null, 2)
}
