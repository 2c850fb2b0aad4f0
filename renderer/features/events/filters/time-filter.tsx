import { useState } from 'react'
import { Button } from '#renderer/ui/controls/button'
import { TextField } from '#renderer/ui/controls/text-field'
import { cx } from '#renderer/ui/cx'
import { t } from '#renderer/words/words'
import { fieldMoment, fieldText } from '../moments.ts'
import { type EventsView, SPANS } from '../view.ts'
import { FilterPopover } from './filter-popover.tsx'
import styles from './filters.module.css'

export interface TimeFilterProps {
  readonly view: EventsView
  readonly onChange: (view: EventsView) => void
}

/** How far back, or from when to when. */
export function TimeFilter({ view, onChange }: TimeFilterProps) {
  const { span, filter } = view
  const isOn = span !== 'all' || filter.start !== undefined || filter.end !== undefined
  return (
    <FilterPopover name={t('Time')} isOn={isOn}>
      {(close) => (
        <Times
          view={view}
          onChange={(next) => {
            onChange(next)
            close()
          }}
        />
      )}
    </FilterPopover>
  )
}

function Times({ view: { span, filter }, onChange }: TimeFilterProps) {
  const { start, end, ...rest } = filter
  const [from, setFrom] = useState(fieldText(start))
  const [to, setTo] = useState(fieldText(end))
  const [first, last] = [fieldMoment(from), fieldMoment(to)]
  const isReversed = first !== undefined && last !== undefined && first >= last
  const isChosen = start !== undefined || end !== undefined
  return (
    <div className={styles.form}>
      <div className={styles.spans} role="group" aria-label={t('Period')}>
        {SPANS.map(({ value, label }) => (
          <Button
            key={value}
            size="small"
            variant="quiet"
            aria-pressed={!isChosen && value === span}
            className={cx(styles.span, !isChosen && value === span && styles.isOn)}
            onPress={() => onChange({ span: value, filter: rest })}
          >
            {label}
          </Button>
        ))}
      </div>
      <form
        className={styles.typed}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (isReversed) return
          const times = { ...(first !== undefined && { start: first }), ...(last !== undefined && { end: last }) }
          onChange({ span, filter: { ...rest, ...times } })
        }}
      >
        <TextField
          label={t('From|time')}
          labelPlace="left"
          size="small"
          type="datetime-local"
          value={from}
          onChange={setFrom}
        />
        <TextField
          label={t('To|time')}
          labelPlace="left"
          size="small"
          type="datetime-local"
          value={to}
          onChange={setTo}
          error={isReversed ? t('The end is before the start') : undefined}
        />
        <Button size="small" type="submit" isDisabled={isReversed || (first === undefined && last === undefined)}>
          {t('Show this time')}
        </Button>
      </form>
    </div>
  )
}
