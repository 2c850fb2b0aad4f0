import { useState } from 'react'
import type { EventFilterView } from '#common/contract/events'
import { Button } from '#renderer/ui/controls/button'
import { Switch } from '#renderer/ui/controls/switch'
import { TextField } from '#renderer/ui/controls/text-field'
import { t } from '#renderer/words/words'
import { FilterPopover } from './filter-popover.tsx'
import styles from './filters.module.css'

export interface MoreFiltersProps {
  readonly filter: EventFilterView
  readonly onChange: (filter: EventFilterView) => void
}

/** Ids, and whether drafts are there. */
export function MoreFilters({ filter, onChange }: MoreFiltersProps) {
  const { externalId, relatedEventId, includeDrafts } = filter
  const isOn = externalId !== undefined || relatedEventId !== undefined || !includeDrafts
  return (
    <FilterPopover name={t('More|filters')} label={t('More filters')} isOn={isOn} placement="bottom end">
      {(close) => <Ids filter={filter} onChange={onChange} onDone={close} />}
    </FilterPopover>
  )
}

function Ids({ filter, onChange, onDone }: MoreFiltersProps & { readonly onDone: () => void }) {
  const { externalId, relatedEventId, includeDrafts, ...rest } = filter
  const [external, setExternal] = useState(externalId ?? '')
  const [related, setRelated] = useState(relatedEventId ?? '')
  const [drafts, setDrafts] = useState(includeDrafts)
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        const [one, other] = [external.trim(), related.trim()]
        onChange({
          ...rest,
          includeDrafts: drafts,
          ...(one !== '' && { externalId: one }),
          ...(other !== '' && { relatedEventId: other }),
        })
        onDone()
      }}
    >
      <TextField label={t('External id')} labelPlace="left" size="small" value={external} onChange={setExternal} />
      <TextField label={t('About event')} labelPlace="left" size="small" value={related} onChange={setRelated} />
      <Switch isSelected={drafts} onChange={setDrafts}>
        {t('Show drafts')}
      </Switch>
      <Button size="small" type="submit">
        {t('Apply')}
      </Button>
    </form>
  )
}
