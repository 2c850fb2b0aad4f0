import { useState } from 'react'
import { Button } from '#renderer/ui/controls/button'
import { Checkbox } from '#renderer/ui/controls/checkbox'
import { SearchField } from '#renderer/ui/controls/text-field'
import { ClassSwatch } from '#renderer/ui/display/marks'
import { useRowHeight } from '#renderer/ui/display/row-height'
import { VirtualList } from '#renderer/ui/display/virtual-list'
import { count } from '#renderer/words/format'
import { t } from '#renderer/words/words'
import styles from './class-list.module.css'

export interface ClassListProps {
  readonly classNames: readonly string[]
  readonly hidden: ReadonlySet<string>
  readonly onHidden: (hidden: ReadonlySet<string>) => void
  /** How many of each were found. */
  readonly counts: ReadonlyMap<string, number>
}

/** Every class of the model, to be switched on and off: those that were found stand first. */
export function ClassList({ classNames, hidden, onHidden, counts }: ClassListProps) {
  const [text, setText] = useState('')
  const rowHeight = useRowHeight('row-s')
  const needle = text.trim().toLowerCase()
  const rows = [...classNames.entries()]
    .filter(([, name]) => name.toLowerCase().includes(needle))
    .toSorted(([, one], [, other]) => (counts.get(other) ?? 0) - (counts.get(one) ?? 0))
  const flip = (name: string, isOn: boolean) => {
    const next = new Set(hidden)
    if (isOn) next.delete(name)
    else next.add(name)
    onHidden(next)
  }
  return (
    <>
      <div className={styles.head}>
        <SearchField label={t('Find a class')} size="small" value={text} onChange={setText} className={styles.search} />
        <Button size="small" isDisabled={hidden.size === 0} onPress={() => onHidden(new Set())}>
          {t('All on')}
        </Button>
        <Button size="small" onPress={() => onHidden(new Set(classNames))}>
          {t('All off')}
        </Button>
      </div>
      {rows.length === 0 ? (
        <p className="text-3">{t('No matches')}</p>
      ) : (
        <VirtualList className={styles.list} label={t('Classes')} count={rows.length} rowHeight={rowHeight}>
          {(index) => {
            const [place, name] = rows[index] ?? []
            if (place === undefined || name === undefined) return null
            return (
              <div className={styles.row}>
                <Checkbox isSelected={!hidden.has(name)} onChange={(isOn) => flip(name, isOn)} className={styles.check}>
                  <ClassSwatch color={place + 1} />
                  <span className="truncate">{name}</span>
                </Checkbox>
                <span className="num text-3">{counts.has(name) ? count(counts.get(name) ?? 0) : ''}</span>
              </div>
            )
          }}
        </VirtualList>
      )}
    </>
  )
}
