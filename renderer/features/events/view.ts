import type { EventFilterView } from '#common/contract/events'
import { METADATA_OPERATORS, type MetadataCondition } from '#common/events/query'
import { t } from '#renderer/words/words'

/** How far back the page looks, counted from now. */
export type Span = 'quarter' | 'hour' | 'day' | 'all'

export const SPANS = [
  { value: 'quarter', label: t('Last 15 minutes'), ms: 15 * 60_000 },
  { value: 'hour', label: t('Last hour'), ms: 3_600_000 },
  { value: 'day', label: t('Last day'), ms: 86_400_000 },
  { value: 'all', label: t('All time'), ms: Number.POSITIVE_INFINITY },
] as const satisfies readonly {
  readonly value: Span
  readonly label: string
  readonly ms: number
}[]

/** Settings of the page. `filter` has a start and an end only where a person chose them. */
export interface EventsView {
  readonly span: Span
  readonly filter: EventFilterView
}

/**
 * As part of the address: `?span=hour&from=…&to=…&schema=…&device=a,b&workflow=…&external=…&related=…&meta=key:op:value&drafts=no`.
 * Values are escaped once more, since they may hold commas.
 */
export function readView(params: URLSearchParams): EventsView {
  const span = SPANS.find(({ value }) => value === params.get('span'))?.value ?? 'all'
  return {
    span,
    filter: {
      ...optional('start', params.get('from')),
      ...optional('end', params.get('to')),
      devices: listOf(params.get('device')),
      schemas: listOf(params.get('schema')),
      workflows: listOf(params.get('workflow')),
      ...optional('externalId', params.get('external')),
      ...optional('relatedEventId', params.get('related')),
      metadata: listOf(params.get('meta')).flatMap((text) => readCondition(text) ?? []),
      includeDrafts: params.get('drafts') !== 'no',
    },
  }
}

/** The parameters of a view; absent ones are undefined, so `setParams` drops them. */
export function viewParams({ span, filter }: EventsView): Record<string, string | undefined> {
  return {
    span: span === 'all' ? undefined : span,
    from: filter.start,
    to: filter.end,
    device: joined(filter.devices),
    schema: joined(filter.schemas),
    workflow: joined(filter.workflows),
    external: filter.externalId,
    related: filter.relatedEventId,
    meta: joined(filter.metadata.map(conditionText)),
    drafts: filter.includeDrafts ? undefined : 'no',
  }
}

export const NO_FILTER: EventFilterView = {
  devices: [],
  schemas: [],
  workflows: [],
  metadata: [],
  includeDrafts: true,
}

/** Whether something besides the time is asked for. */
export function isSieved(filter: EventFilterView): boolean {
  const { devices, schemas, workflows, metadata, externalId, relatedEventId, includeDrafts } = filter
  const isListed = [devices, schemas, workflows, metadata].some(({ length }) => length > 0)
  return isListed || externalId !== undefined || relatedEventId !== undefined || !includeDrafts
}

/** The filter at a moment: a span that ends now begins at another time with every moment. */
export function filterAt({ span, filter }: EventsView, nowMs = Date.now()): EventFilterView {
  const ms = spanMs(span)
  if (filter.start !== undefined || ms === Number.POSITIVE_INFINITY) return filter
  return { ...filter, start: new Date(nowMs - ms).toISOString() }
}

export function spanMs(span: Span): number {
  return SPANS.find(({ value }) => value === span)?.ms ?? Number.POSITIVE_INFINITY
}

/** "belt_speed:gt:0.4", as the event store reads it. */
export function conditionText({ key, operator, value }: MetadataCondition): string {
  return `${key}:${operator}:${value}`
}

function readCondition(text: string): EventFilterView['metadata'][number] | undefined {
  const [key = '', name, ...rest] = text.split(':')
  const operator = METADATA_OPERATORS.find((each) => each === name)
  return operator === undefined || key === '' ? undefined : { key, operator, value: rest.join(':') }
}

function optional<Name extends string>(name: Name, value: string | null): { readonly [Key in Name]?: string } {
  const made: { [Key in Name]?: string } = {}
  if (value !== null && value !== '') made[name] = value
  return made
}

function listOf(text: string | null): string[] {
  return (text ?? '').split(',').flatMap((each) => (each === '' ? [] : [unescaped(each)]))
}

/** A person may have typed the address. */
function unescaped(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

function joined(values: readonly string[]): string | undefined {
  return values.length === 0 ? undefined : values.map(encodeURIComponent).join(',')
}
