import type { EventFilterView } from '#common/contract/events'
import type { MetadataOperator } from '#common/events/query'
import { t } from '#renderer/words/words'
import { axisTime, msOf } from '../moments.ts'
import { type EventsView, SPANS } from '../view.ts'

export const OPERATOR_SIGNS: Readonly<Record<MetadataOperator, string>> = {
  eq: '=',
  ne: '≠',
  gt: '>',
  lt: '<',
  gte: '≥',
  lte: '≤',
}

export interface ActiveFilter {
  readonly key: string
  readonly label: string
  readonly without: EventsView
}

/** The active filters in words, each with the view that is left without it. */
export function activeFilters(view: EventsView): readonly ActiveFilter[] {
  const { filter } = view
  const but = (change: Partial<EventFilterView>): EventsView => ({ ...view, filter: { ...filter, ...change } })
  return [
    ...timeFilters(view),
    ...filter.schemas.map((each) => ({
      key: `schema ${each}`,
      label: each,
      without: but({ schemas: others(filter.schemas, each) }),
    })),
    ...filter.devices.map((each) => ({
      key: `device ${each}`,
      label: t('Device {{device}}', { device: each }),
      without: but({ devices: others(filter.devices, each) }),
    })),
    ...filter.workflows.map((each) => ({
      key: `workflow ${each}`,
      label: t('Workflow {{workflow}}', { workflow: each }),
      without: but({ workflows: others(filter.workflows, each) }),
    })),
    ...filter.metadata.map((each, index) => ({
      key: `metadata ${index}`,
      label: `${each.key} ${OPERATOR_SIGNS[each.operator]} ${each.value}`,
      without: but({ metadata: filter.metadata.toSpliced(index, 1) }),
    })),
    ...lastFilters(view),
  ]
}

function timeFilters({ span, filter }: EventsView): ActiveFilter[] {
  const { start, end, ...rest } = filter
  if (start !== undefined || end !== undefined)
    return [{ key: 'time', label: timeText(start, end), without: { span, filter: rest } }]
  const chosen = SPANS.find(({ value }) => value === span)
  if (chosen === undefined || span === 'all') return []
  return [{ key: 'time', label: chosen.label, without: { span: 'all', filter } }]
}

/** "07:10 – 07:44", "Since 07:10", "Until 07:44". */
function timeText(start: string | undefined, end: string | undefined): string {
  const time = (iso: string) => axisTime(msOf(iso), msOf(iso) % 60_000 === 0 ? 60_000 : 1000)
  if (start === undefined) return t('Until {{time}}', { time: time(end ?? '') })
  return end === undefined ? t('Since {{time}}', { time: time(start) }) : `${time(start)} – ${time(end)}`
}

function lastFilters({ span, filter }: EventsView): ActiveFilter[] {
  const { externalId, relatedEventId, includeDrafts, ...rest } = filter
  const kept = {
    ...(externalId !== undefined && { externalId }),
    ...(relatedEventId !== undefined && { relatedEventId }),
  }
  const { externalId: _external, ...noExternal } = kept
  const { relatedEventId: _related, ...noRelated } = kept
  return [
    ...(externalId === undefined
      ? []
      : [
          {
            key: 'external',
            label: t('External id {{id}}', { id: externalId }),
            without: { span, filter: { ...rest, ...noExternal, includeDrafts } },
          },
        ]),
    ...(relatedEventId === undefined
      ? []
      : [
          {
            key: 'related',
            label: t('About {{event}}', { event: relatedEventId.slice(0, 13) }),
            without: { span, filter: { ...rest, ...noRelated, includeDrafts } },
          },
        ]),
    ...(includeDrafts
      ? []
      : [
          {
            key: 'drafts',
            label: t('Without drafts'),
            without: { span, filter: { ...rest, ...kept, includeDrafts: true } },
          },
        ]),
  ]
}

function others(values: readonly string[], value: string): string[] {
  return values.filter((each) => each !== value)
}
