import { X } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#renderer/ui/controls/button'
import { IconButton } from '#renderer/ui/controls/icon-button'
import { Select } from '#renderer/ui/controls/select'
import { t } from '#renderer/words/words'
import { withLine } from './draft.ts'
import type { DraftProps } from './point-list.tsx'
import styles from './skeleton-editor.module.css'

/** The same lines in words, for those who do not draw: two names make one. */
export function LineList({ draft, onChange }: DraftProps) {
  const [from, setFrom] = useState<string | null>(null)
  const [to, setTo] = useState<string | null>(null)
  const { points, edges } = draft
  const options = points.map(({ id, name }) => ({ value: String(id), label: name }))
  const names = new Map(points.map(({ id, name }) => [id, name]))
  if (points.length < 2) return null
  const isPair = from !== null && to !== null && from !== to
  const join = () => {
    if (!isPair) return
    onChange(withLine(draft, Number(from), Number(to)))
    setTo(null)
  }
  return (
    <>
      <div className={styles.join}>
        <Select
          label={t('Line from')}
          hideLabel
          size="small"
          placeholder={t('From|a point')}
          options={options}
          value={from}
          onChange={setFrom}
        />
        <Select
          label={t('Line to')}
          hideLabel
          size="small"
          placeholder={t('To|a point')}
          options={options}
          value={to}
          onChange={setTo}
        />
        <Button size="small" disabledReason={isPair ? undefined : t('Choose two points')} onPress={join}>
          {t('Join')}
        </Button>
      </div>
      <ul className={styles.edges} aria-label={t('Lines')}>
        {edges.map(([a, b]) => (
          <li key={`${a} ${b}`} className={styles.edge}>
            <span className="truncate">
              {names.get(a)} – {names.get(b)}
            </span>
            <IconButton
              size="small"
              icon={X}
              label={t('Remove the line from {{from}} to {{to}}', { from: names.get(a) ?? '', to: names.get(b) ?? '' })}
              placement="left"
              onPress={() => onChange(withLine(draft, a, b))}
            />
          </li>
        ))}
      </ul>
    </>
  )
}
