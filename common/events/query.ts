/** How `custom_metadata` is compared. */
export const METADATA_OPERATORS = ['eq', 'ne', 'gt', 'lt', 'gte', 'lte'] as const
export type MetadataOperator = (typeof METADATA_OPERATORS)[number]

/**
 * One condition on `custom_metadata`. An event without the key fits none, not even `ne`. `value` is the text of the filter: where both
 * sides are numbers they are compared as numbers, else as texts; `true` and `false` are the texts of booleans.
 */
export interface MetadataCondition {
  readonly key: string
  readonly operator: MetadataOperator
  readonly value: string
}

/** The columns that a query can ask for by their value. */
export const EVENT_COLUMNS = ['device_id', 'event_schema', 'workflow_id', 'external_id', 'related_event_id'] as const
export type EventColumn = (typeof EVENT_COLUMNS)[number]

/** Conditions on events, all of which must hold. Moments are microseconds since 1970. */
export interface EventFilter {
  /** Inclusive. */
  readonly start?: number
  /** Exclusive. */
  readonly end?: number
  /** For each column the values of which one must be there; an empty list fits no event. */
  readonly columns: Readonly<Partial<Record<EventColumn, readonly string[]>>>
  readonly metadata: readonly MetadataCondition[]
  readonly includeDrafts: boolean
}

export interface EventQuery extends EventFilter {
  readonly limit: number
  readonly direction: 'asc' | 'desc'
}
