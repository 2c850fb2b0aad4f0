import type { Migration } from '../../kit/migrate.ts'

/** The first event store: one table, at most one image per event, times as ISO 8601 texts with milliseconds. */
export const eventsV10001: Migration = {
  version: 1,
  title: 'events of the first event store',
  sql: `
CREATE TABLE events (
  id                  TEXT PRIMARY KEY,
  created_at          TEXT NOT NULL,
  inference_timestamp TEXT NOT NULL,
  device_id           TEXT,
  workflow_id         TEXT,
  event_schema        TEXT NOT NULL,
  event_data          TEXT NOT NULL,
  custom_metadata     TEXT,
  predictions         TEXT,
  image_hash          TEXT,
  image_type          TEXT,
  image_bytes         INTEGER
) STRICT;
CREATE INDEX events_created_at ON events(created_at);
`,
}
