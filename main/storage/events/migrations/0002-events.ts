import type { Migration } from '../../kit/migrate.ts'

/**
 * Converts the events of the first event store. Events of the same millisecond get different microseconds in the order
 * in which they were stored: the maximum of (moment - place) over all earlier ones plus the own place is the smallest
 * sequence that grows by at least one. The findings of an image become its object detections, and the image's file gets
 * the id of its event.
 */
const TAKE_OVER = `
CREATE TEMP TABLE taken AS
  WITH old AS (
    SELECT rowid AS row,
           1000 * (1000 * coalesce(unixepoch(created_at), 0) + coalesce(CAST(substr(strftime('%f', created_at), 4) AS INTEGER), 0)) AS moment
      FROM events
  ), placed AS (SELECT row, moment, row_number() OVER (ORDER BY moment, row) AS place FROM old)
  SELECT row, place + max(moment - place) OVER (ORDER BY place) AS created_at FROM placed;

INSERT INTO event
    (created_at, id, device_id, event_schema, workflow_id, external_id, related_event_id, draft, bytes, body)
  WITH moments AS (
    SELECT row, created_at,
           strftime('%Y-%m-%dT%H:%M:%S', created_at / 1000000, 'unixepoch') || printf('.%06dZ', created_at % 1000000) AS text
      FROM taken
  ), old AS (
    SELECT m.created_at, m.text AS moment, e.id, inference_timestamp, device_id, workflow_id, event_schema, image_hash, image_bytes,
           iif(json_valid(event_data) AND event_data LIKE '{%', event_data, json_object('value', event_data)) AS data,
           iif(json_valid(custom_metadata) AND custom_metadata LIKE '{%', custom_metadata, 'null') AS metadata,
           iif(json_valid(predictions) AND predictions LIKE '[%', predictions, '[]') AS found
      FROM moments m JOIN events e ON e.rowid = m.row
  ), whole AS (
    SELECT *, json_object(
        'id', id, 'created_at', moment, 'draft', json('false'), 'finalized_at', moment, 'auto_finalized_at', NULL,
        'original_file_count', image_hash IS NOT NULL, 'current_file_count', image_hash IS NOT NULL, 'solution', NULL,
        'workflow_id', workflow_id, 'workflow_version', NULL, 'inference_timestamp', inference_timestamp,
        'device_id', device_id, 'stream_id', NULL, 'image_id', NULL, 'event_schema', event_schema, 'event_data', json(data),
        'custom_metadata', json(metadata),
        'images', iif(image_hash IS NULL AND json_array_length(found) = 0, json_array(), json_array(json_object(
          'file_id', iif(image_hash IS NULL, NULL, id), 'input_file_id', NULL, 'label', NULL, 'object_detections', json(found),
          'classifications', json_array(), 'instance_segmentations', json_array(), 'keypoints', json_array(), 'metadata', NULL))),
        'videos', json_array(), 'local_only_files', json_array(),
        'display_image_position', iif(image_hash IS NULL, NULL, 0), 'api_version', 'v1') AS body
      FROM old
  )
  SELECT created_at, id, device_id, event_schema, workflow_id,
         coalesce(data ->> 'externalId', data ->> 'external_id'), coalesce(data ->> 'relatedEventId', data ->> 'related_event_id'),
         0, octet_length(body) + iif(image_hash IS NULL, 0, coalesce(image_bytes, 0)), body
    FROM whole ORDER BY created_at;

INSERT OR IGNORE INTO metadata (key, value, event)
  SELECT m.key, iif(m.type IN ('true', 'false'), m.type, m.value), e.created_at
    FROM event e, json_each(e.body, '$.custom_metadata') m
   WHERE m.type IN ('true', 'false', 'integer', 'real') OR (m.type = 'text' AND length(m.value) <= 1000);

INSERT INTO file (id, event, kind, hash, content_type, bytes)
  SELECT id, created_at, 'picture', image_hash, coalesce(image_type, 'image/jpeg'), coalesce(image_bytes, 0)
    FROM (SELECT e.id, e.created_at, o.image_hash, o.image_type, o.image_bytes FROM event e JOIN events o USING (id)) WHERE image_hash IS NOT NULL;

UPDATE total SET events = (SELECT count(*) FROM event), bytes = (SELECT coalesce(sum(bytes), 0) FROM event);

DROP TABLE events;
DROP TABLE taken;
`

/**
 * Events by time. `created_at` is in microseconds and unique, so the table itself is in reading order, and every index
 * ends in that order too.
 *
 * - `body` is the event as it is answered. It is the last column, so that the queried columns are on the row's first page.
 * - `metadata` has the searchable values of `custom_metadata`. It needs no index by event, because an event's own body
 *   states which rows belong to it.
 * - `total` is updated in the same commits: the writer adds new events, once for all that share a commit, and triggers do
 *   everything else.
 */
export const events0002: Migration = {
  version: 2,
  title: 'events by moment, files, outbox',
  sql: `
CREATE TABLE event (
  created_at       INTEGER PRIMARY KEY,
  id               TEXT NOT NULL UNIQUE,
  device_id        TEXT,
  event_schema     TEXT NOT NULL,
  workflow_id      TEXT,
  external_id      TEXT,
  related_event_id TEXT,
  draft            INTEGER NOT NULL CHECK (draft IN (0, 1)),
  sent_at          INTEGER,
  bytes            INTEGER NOT NULL,
  body             TEXT NOT NULL
) STRICT;
CREATE INDEX event_device ON event(device_id) WHERE device_id IS NOT NULL;
CREATE INDEX event_schema ON event(event_schema);
CREATE INDEX event_workflow ON event(workflow_id) WHERE workflow_id IS NOT NULL;
CREATE INDEX event_external ON event(external_id) WHERE external_id IS NOT NULL;
CREATE INDEX event_related ON event(related_event_id) WHERE related_event_id IS NOT NULL;
CREATE INDEX event_draft ON event(draft) WHERE draft = 1;
CREATE INDEX event_sent ON event(created_at) WHERE sent_at IS NOT NULL;

CREATE TABLE metadata (
  key   TEXT NOT NULL,
  value ANY NOT NULL,
  event INTEGER NOT NULL,
  PRIMARY KEY (key, value, event)
) STRICT, WITHOUT ROWID;

CREATE TABLE file (
  id           TEXT PRIMARY KEY,
  event        INTEGER NOT NULL REFERENCES event(created_at) ON DELETE CASCADE,
  kind         TEXT NOT NULL CHECK (kind IN ('picture', 'input', 'video', 'local')),
  hash         TEXT NOT NULL,
  content_type TEXT NOT NULL,
  bytes        INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX file_event ON file(event);
CREATE INDEX file_hash ON file(hash);

CREATE TABLE outbox (
  event    INTEGER PRIMARY KEY REFERENCES event(created_at) ON DELETE CASCADE,
  next_at  INTEGER NOT NULL,
  attempts INTEGER NOT NULL DEFAULT 0,
  reason   TEXT,
  sources  TEXT NOT NULL DEFAULT '{}'
) STRICT;
CREATE INDEX outbox_fresh ON outbox(next_at, event) WHERE attempts = 0;
CREATE INDEX outbox_failed ON outbox(next_at, event) WHERE attempts > 0;

CREATE TABLE total (
  only_row INTEGER PRIMARY KEY CHECK (only_row = 1),
  events   INTEGER NOT NULL,
  drafts   INTEGER NOT NULL,
  bytes    INTEGER NOT NULL,
  unsent   INTEGER NOT NULL
) STRICT;
INSERT INTO total VALUES (1, 0, 0, 0, 0);

CREATE TRIGGER event_changed AFTER UPDATE OF draft, bytes ON event BEGIN
  UPDATE total SET drafts = drafts + NEW.draft - OLD.draft, bytes = bytes + NEW.bytes - OLD.bytes;
END;
CREATE TRIGGER event_removed AFTER DELETE ON event BEGIN
  UPDATE total SET events = events - 1, drafts = drafts - OLD.draft, bytes = bytes - OLD.bytes;
END;
CREATE TRIGGER outbox_added AFTER INSERT ON outbox BEGIN
  UPDATE total SET unsent = unsent + 1;
END;
CREATE TRIGGER outbox_removed AFTER DELETE ON outbox BEGIN
  UPDATE total SET unsent = unsent - 1;
END;
${TAKE_OVER}`,
}
