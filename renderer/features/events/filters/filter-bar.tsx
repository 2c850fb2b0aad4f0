import { Code } from 'lucide-react'
import { Button } from '#renderer/ui/controls/button'
import { IconButton } from '#renderer/ui/controls/icon-button'
import { FilterChip } from '#renderer/ui/display/chip'
import { Popover } from '#renderer/ui/overlay/popover'
import { t } from '#renderer/words/words'
import { useEventFacets } from '../live/use-figures.ts'
import { type EventsView, NO_FILTER } from '../view.ts'
import { type ActiveFilter, activeFilters } from './active.ts'
import { CopyQuery } from './copy-query.tsx'
import styles from './filters.module.css'
import { MetadataFilter } from './metadata-filter.tsx'
import { MoreFilters } from './more-filters.tsx'
import { TimeFilter } from './time-filter.tsx'
import { ValueFilter } from './value-filter.tsx'

export interface FilterBarProps {
  readonly view: EventsView
  /** Events that fit, and events in the store. */
  readonly fitting: number | undefined
  readonly all: number | undefined
  readonly onChange: (view: EventsView) => void
}

/** Everything that events can be asked for by, what is asked for now, and how many fit. */
export function FilterBar({ view, fitting, all, onChange }: FilterBarProps) {
  const { span, filter } = view
  const facets = useEventFacets()
  const active = activeFilters(view)
  const change = (next: Partial<typeof filter>) => onChange({ span, filter: { ...filter, ...next } })
  return (
    <div className={styles.bar} role="group" aria-label={t('Filters')} data-panel>
      <div className={styles.buttons}>
        <TimeFilter key={`time ${filter.start} ${filter.end}`} view={view} onChange={onChange} />
        <ValueFilter
          words={{
            name: t('Schema'),
            find: t('Find a schema'),
            none: t('No event has a schema yet'),
          }}
          values={facets?.schemas}
          chosen={filter.schemas}
          onChange={(schemas) => change({ schemas })}
        />
        <ValueFilter
          words={{
            name: t('Device'),
            find: t('Find a device'),
            none: t('No event has a device yet'),
          }}
          values={facets?.devices}
          chosen={filter.devices}
          onChange={(devices) => change({ devices })}
        />
        <ValueFilter
          words={{
            name: t('Workflow'),
            find: t('Find a workflow'),
            none: t('No event has a workflow yet'),
          }}
          values={facets?.workflows}
          chosen={filter.workflows}
          onChange={(workflows) => change({ workflows })}
        />
        <MetadataFilter
          keys={facets?.metadataKeys ?? []}
          onAdd={(condition) => change({ metadata: [...filter.metadata, condition] })}
        />
        <MoreFilters
          key={`more ${filter.externalId} ${filter.relatedEventId}`}
          filter={filter}
          onChange={(next) => onChange({ span, filter: next })}
        />
        <Popover
          label={t('This query for programs')}
          placement="bottom end"
          className={styles.query}
          trigger={<IconButton size="small" icon={Code} label={t('Copy as query')} />}
        >
          <CopyQuery view={view} />
        </Popover>
      </div>
      {active.length === 0 && all !== undefined && (
        <span className={`${styles.count} num`}>{t('{{count}} events', { count: all })}</span>
      )}
      {active.length > 0 && <Chips active={active} fitting={fitting} all={all} onChange={onChange} />}
    </div>
  )
}

interface ChipsProps extends Omit<FilterBarProps, 'view'> {
  readonly active: readonly ActiveFilter[]
}

function Chips({ active, fitting, all, onChange }: ChipsProps) {
  return (
    <div className={styles.chips}>
      {active.map(({ key, label, without }) => (
        <FilterChip key={key} label={label} onRemove={() => onChange(without)} />
      ))}
      {active.length > 1 && (
        <Button size="small" variant="quiet" onPress={() => onChange({ span: 'all', filter: NO_FILTER })}>
          {t('Clear all')}
        </Button>
      )}
      {fitting !== undefined && all !== undefined && (
        <span className={`${styles.count} num`} role="status" aria-live="off">
          {t('{{done}} of {{total}}', { done: fitting, total: Math.max(all, fitting) })}
        </span>
      )}
    </div>
  )
}
