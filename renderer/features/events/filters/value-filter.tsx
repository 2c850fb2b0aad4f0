import { useState } from 'react'
import { Checkbox } from '#renderer/kit/controls/checkbox'
import { SearchField } from '#renderer/kit/controls/text-field'
import { cx } from '#renderer/kit/cx'
import { FilterPopover } from './filter-popover.tsx'
import styles from './filters.module.css'

export interface ValueFilterProps {
  /** "Device". */
  readonly name: string
  /** The values that there are; undefined until they are known. */
  readonly values: readonly string[] | undefined
  readonly chosen: readonly string[]
  readonly onChange: (chosen: string[]) => void
}

/** More values than this are searched. */
const MANY = 8

/** Any of the values that there are. */
export function ValueFilter({ name, values = [], chosen, onChange }: ValueFilterProps) {
  return (
    <FilterPopover name={name} isOn={chosen.length > 0}>
      <Values name={name} values={[...new Set([...values, ...chosen])]} chosen={chosen} onChange={onChange} />
    </FilterPopover>
  )
}

function Values({ name, values, chosen, onChange }: ValueFilterProps & { readonly values: readonly string[] }) {
  const [search, setSearch] = useState('')
  const shown = values.filter((value) => value.toLowerCase().includes(search.trim().toLowerCase()))
  if (values.length === 0)
    return <p className={cx(styles.empty, 'text-2')}>No event names a {name.toLowerCase()} yet</p>
  return (
    <div className={styles.values}>
      {values.length > MANY && (
        <SearchField label={`Find a ${name.toLowerCase()}`} value={search} onChange={setSearch} />
      )}
      <div className={styles.list} role="group" aria-label={name}>
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
        {shown.length === 0 && <p className={cx(styles.empty, 'text-2')}>None is called so</p>}
      </div>
    </div>
  )
}
