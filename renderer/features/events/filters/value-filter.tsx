import { useState } from 'react'
import { Checkbox } from '#renderer/ui/controls/checkbox'
import { SearchField } from '#renderer/ui/controls/text-field'
import { cx } from '#renderer/ui/cx'
import { t } from '#renderer/words/words'
import { FilterPopover } from './filter-popover.tsx'
import styles from './filters.module.css'

export interface FieldWords {
  /** "Device". */
  readonly name: string
  /** "Find a device". */
  readonly find: string
  /** 'No event has a device yet'. */
  readonly none: string
}

export interface ValueFilterProps {
  readonly words: FieldWords
  /** The values that there are; undefined until they are known. */
  readonly values: readonly string[] | undefined
  readonly chosen: readonly string[]
  readonly onChange: (chosen: string[]) => void
}

/** More values than this are searched. */
const MANY = 8

/** Any of the values that there are. */
export function ValueFilter({ words, values = [], chosen, onChange }: ValueFilterProps) {
  return (
    <FilterPopover name={words.name} isOn={chosen.length > 0}>
      <Values words={words} values={[...new Set([...values, ...chosen])]} chosen={chosen} onChange={onChange} />
    </FilterPopover>
  )
}

function Values({ words, values, chosen, onChange }: ValueFilterProps & { readonly values: readonly string[] }) {
  const [search, setSearch] = useState('')
  const shown = values.filter((value) => value.toLowerCase().includes(search.trim().toLowerCase()))
  if (values.length === 0) return <p className={cx(styles.empty, 'text-2')}>{words.none}</p>
  return (
    <div className={styles.values}>
      {values.length > MANY && <SearchField label={words.find} value={search} onChange={setSearch} />}
      <div className={styles.list} role="group" aria-label={words.name}>
        {shown.map((value) => (
          <Checkbox
            key={value}
            className={styles.value}
            isSelected={chosen.includes(value)}
            onChange={(isOn) => onChange(isOn ? [...chosen, value] : chosen.filter((each) => each !== value))}
          >
            <span className="truncate">{value}</span>
          </Checkbox>
        ))}
        {shown.length === 0 && <p className={cx(styles.empty, 'text-2')}>{t('No matches')}</p>}
      </div>
    </div>
  )
}
