import { useState } from 'react'
import { METADATA_OPERATORS, type MetadataCondition, type MetadataOperator } from '#common/events/query'
import { Button } from '#renderer/ui/controls/button'
import { Select } from '#renderer/ui/controls/select'
import { TextField } from '#renderer/ui/controls/text-field'
import { t } from '#renderer/words/words'
import { OPERATOR_SIGNS } from './active.ts'
import { FilterPopover } from './filter-popover.tsx'
import styles from './filters.module.css'

export interface MetadataFilterProps {
  /** The keys that events have. */
  readonly keys: readonly string[]
  readonly onAdd: (condition: MetadataCondition) => void
}

/** A condition on what producers noted beside the event; all of them must hold. */
export function MetadataFilter(props: MetadataFilterProps) {
  return (
    <FilterPopover name={t('Metadata')}>
      {(close) => (
        <Condition
          {...props}
          onAdd={(condition) => {
            props.onAdd(condition)
            close()
          }}
        />
      )}
    </FilterPopover>
  )
}

const OPERATOR_WORDS: Readonly<Record<MetadataOperator, string>> = {
  eq: t('is'),
  ne: t('is not'),
  gt: t('more than'),
  lt: t('less than'),
  gte: t('at least'),
  lte: t('at most'),
}

function Condition({ keys, onAdd }: MetadataFilterProps) {
  const [key, setKey] = useState('')
  const [operator, setOperator] = useState<MetadataOperator>('eq')
  const [value, setValue] = useState('')
  // The event store parts a condition at its colons.
  const misfit = key.includes(':') ? t('A key cannot contain a colon') : undefined
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        if (key.trim() !== '' && misfit === undefined) onAdd({ key: key.trim(), operator, value })
      }}
    >
      <TextField
        label={t('Key|metadata')}
        labelPlace="left"
        size="small"
        value={key}
        onChange={setKey}
        suggestions={keys}
        error={misfit}
        autoFocus
      />
      <Select
        label={t('Compare|operator')}
        labelPlace="left"
        size="small"
        value={operator}
        onChange={setOperator}
        options={METADATA_OPERATORS.map((each) => ({
          value: each,
          label: `${OPERATOR_SIGNS[each]}  ${OPERATOR_WORDS[each]}`,
        }))}
      />
      <TextField label={t('Value')} labelPlace="left" size="small" value={value} onChange={setValue} />
      <Button size="small" type="submit" isDisabled={key.trim() === '' || misfit !== undefined}>
        {t('Add condition')}
      </Button>
    </form>
  )
}
