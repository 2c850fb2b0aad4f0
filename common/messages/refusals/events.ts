import type { Entry } from '../reasons.ts'

/** Refusals about events. */
export const EVENTS = {
  'event-sort-direction-unknown': ['event-query-invalid', 'sort_direction must be asc or desc, not {{direction}}'],
  'event-moment-malformed': [
    'event-query-invalid',
    '{{name}} must be a time such as 2026-11-22T10:00:00Z, not {{text}}',
  ],
  'event-metadata-filter-malformed': [
    'event-query-invalid',
    'metadata_filter must be key:value or key:op:value, not {{text}}',
  ],
  'event-record-exceeds-memory': [
    'request-too-large',
    'The event needs more memory than one request may use. Send a smaller one',
  ],
  'event-file-too-large': [
    'event-file-too-large',
    'The file is larger than {{most}} bytes, the limit (MAX_FILE_BYTES)',
  ],
  'events-not-named': ['event-query-invalid', 'Name the events with ids, or select them with filter'],
  'too-many-events-named': ['event-query-invalid', 'ids names {{count}} events; at most {{most}} are allowed'],
  'event-filter-malformed': ['event-query-invalid', 'filter is not an event filter'],
  'event-not-found': ['event-not-found', 'There is no event {{event}}'],
  'event-final': ['event-final', 'The event {{event}} is final; only drafts accept media. Create it with draft: true'],
  'event-file-damaged': ['event-file-damaged', 'The stored file {{file}} is damaged. Attach it to its event again'],
  'event-schema-not-found': ['event-schema-not-found', 'There is no event schema {{schema}}'],
  'event-schema-protected': [
    'event-schema-protected',
    '{{schema}} is built in and cannot be changed. Choose another name',
  ],
  'event-histogram-without-range': ['event-query-invalid', 'A histogram needs a start and an end after it'],
  'event-timestamp-malformed': [
    'event-query-invalid',
    '{{name}} is not a timestamp: write it like 2026-11-22T10:00:00Z',
  ],
  'event-without-image': ['event-file-not-found', 'The event has no image'],
  'event-image-gone': ['event-file-not-found', 'The image of the event is no longer on the disk'],
  'event-schema-unknown': [
    'event-schema-unknown',
    'event_schema {{schema}} is not known here. Register it, or set FREE_EVENT_SCHEMAS=true',
  ],
  'event-solution-missing': [
    'solution-missing',
    'solution is missing: events are sent to the cloud from here, and each needs one. Send solution, or set DEFAULT_SOLUTION_ID',
  ],
  'local-event-file-not-found': ['event-file-not-found', 'There is no local-only file {{file}}'],
  'event-file-unknown': ['event-file-not-found', 'There is no file {{file}}'],
  'event-schema-name-invalid': [
    'event-schema-invalid',
    'The name must be 1 to 100 letters, digits, _, - and ., not dots alone, and no device such as con or nul',
  ],
  'attached-file-too-large': [
    'event-file-too-large',
    'The file is larger than {{most}} bytes, which is the limit ({{setting}})',
  ],
  'attached-image-too-large': [
    'event-file-too-large',
    'The image is larger than {{most}} bytes, which is the limit ({{setting}})',
  ],
  'event-disk-nearly-full': [
    'capacity-blocked',
    'The disk has {{free, tenths}} GB left, and MIN_FREE_BYTES reserves {{spared, tenths}} GB. Events are accepted again when uploads have finished or space is free',
  ],
  'event-store-full-of-events': [
    'capacity-blocked',
    'The store has {{count}} events, which is its limit (MAX_RECORDS). Events are accepted again when uploads have finished or space is free',
  ],
  'event-store-full': [
    'capacity-blocked',
    'The store has {{gigabytes, tenths}} GB, which is its limit (MAX_BYTES). Events are accepted again when uploads have finished or space is free',
  ],
  'event-image-damaged': [
    'export-damaged',
    'The stored file of {{image}} is damaged. Export without this event, or without images',
  ],
  'event-file-not-image': ['event-picture-unreadable', 'The file {{cause}}'],
  'event-image-unreadable': ['event-picture-unreadable', '{{place}}.base64Image {{cause}}'],
  'event-input-unreadable': ['event-picture-unreadable', '{{place}}.inputBase64Image {{cause}}'],
  'event-schema-unusable': ['event-schema-invalid', 'The JSON Schema cannot be used: {{cause}}'],
  'event-data-misfit': ['event-data-invalid', 'event_data does not fit {{schema}}: {{cause}}'],
} as const satisfies Record<string, Entry>
