import Database from 'better-sqlite3'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { EventFilter } from '#common/events/query'
import { EVENT_MIGRATIONS } from '#storage/events/migrations/registry'
import { conditionsOf, DRAFTS, IS_FINAL } from '#storage/events/reading/query/conditions'
import { facetText } from '#storage/events/reading/query/facets'
import { pieceText, rangeText } from '#storage/events/reading/query/pieces'
import { ALL_EVENTS, keysText } from '#storage/events/reading/query/sources'
import { querySql } from '#storage/events/reading/query/statements'
import { bodiesText, LISTED_KEYS, passingText, teachMetadataTest } from '#storage/events/reading/query/tests'
import { migrate } from '#storage/kit/migrate'

let db: Database.Database

beforeAll(() => {
  db = new Database(':memory:')
  migrate(db, EVENT_MIGRATIONS)
  teachMetadataTest(db)
  // With more different values than are followed one by one.
  for (let value = 0; value < 50; value += 1) db.prepare("INSERT INTO metadata VALUES ('temp', ?, ?)").run(value, value)
})

afterAll(() => db.close())

function planOf(text: string): string {
  const places = Array.from(text.matchAll(/\?/g), () => 0)
  const steps = db.prepare<unknown[], { detail: string }>(`EXPLAIN QUERY PLAN ${text}`).all(...places)
  return steps.map(({ detail }) => detail).join('; ')
}

const FILTERS: Readonly<Record<string, Partial<EventFilter>>> = {
  device: { columns: { device_id: ['a'] } },
  schema: { columns: { event_schema: ['a'] } },
  workflow: { columns: { workflow_id: ['a'] } },
  external: { columns: { external_id: ['a'] } },
  related: { columns: { related_event_id: ['a'] } },
  'many devices': { columns: { device_id: ['a', 'b', 'c', 'd', 'e'] } },
  'metadata eq': { metadata: [{ key: 'shift', operator: 'eq', value: 'late' }] },
  'metadata range': { metadata: [{ key: 'temp', operator: 'gt', value: '5' }] },
  'metadata between': {
    metadata: [
      { key: 'temp', operator: 'gt', value: '5' },
      { key: 'temp', operator: 'lte', value: '45' },
    ],
  },
}

const plans = (side: 'index' | 'test') =>
  Object.fromEntries(
    Object.entries(FILTERS).map(([name, filter]) => {
      const [condition] = conditionsOf(querySql(db), { columns: {}, metadata: [], includeDrafts: true, ...filter })
      const [source = ALL_EVENTS] = condition?.sources ?? []
      const tests = condition === undefined ? [] : [condition.test]
      return [name, planOf(side === 'index' ? keysText(source, 'desc') : bodiesText(LISTED_KEYS, tests))]
    }),
  )

test('every filter leads to its events by an index that lies in the order of time', () => {
  expect({
    ...plans('index'),
    everything: planOf(keysText(ALL_EVENTS, 'desc')),
    drafts: planOf(keysText(DRAFTS, 'asc')),
  }).toMatchInlineSnapshot(`
    {
      "device": "SEARCH event USING COVERING INDEX event_device (device_id=? AND rowid>? AND rowid<?)",
      "drafts": "SEARCH event USING COVERING INDEX event_draft (draft=? AND rowid>? AND rowid<?)",
      "everything": "SEARCH event USING INTEGER PRIMARY KEY (rowid>? AND rowid<?)",
      "external": "SEARCH event USING COVERING INDEX event_external (external_id=? AND rowid>? AND rowid<?)",
      "many devices": "SEARCH event USING COVERING INDEX event_device (device_id=? AND rowid>? AND rowid<?)",
      "metadata between": "SEARCH metadata USING PRIMARY KEY (key=? AND value>? AND value<?); USE TEMP B-TREE FOR ORDER BY",
      "metadata eq": "SEARCH metadata USING PRIMARY KEY (key=? AND value=? AND event>? AND event<?)",
      "metadata range": "SEARCH metadata USING PRIMARY KEY (key=? AND value>? AND value<?); USE TEMP B-TREE FOR ORDER BY",
      "related": "SEARCH event USING COVERING INDEX event_related (related_event_id=? AND rowid>? AND rowid<?)",
      "schema": "SEARCH event USING COVERING INDEX event_schema (event_schema=? AND rowid>? AND rowid<?)",
      "workflow": "SEARCH event USING COVERING INDEX event_workflow (workflow_id=? AND rowid>? AND rowid<?)",
    }
  `)
})

test('an event that another index led to is tested by a seek', () => {
  expect({ ...plans('test'), final: planOf(passingText(LISTED_KEYS, [IS_FINAL])) }).toMatchInlineSnapshot(`
    {
      "device": "SCAN k VIRTUAL TABLE INDEX 1:; SEARCH x EXISTS USING COVERING INDEX event_device (device_id=? AND rowid=?); SEARCH e USING INTEGER PRIMARY KEY (rowid=?)",
      "external": "SCAN k VIRTUAL TABLE INDEX 1:; SEARCH x EXISTS USING COVERING INDEX event_external (external_id=? AND rowid=?); SEARCH e USING INTEGER PRIMARY KEY (rowid=?)",
      "final": "SCAN k VIRTUAL TABLE INDEX 1:; CORRELATED SCALAR SUBQUERY 1; SEARCH d USING COVERING INDEX event_draft (draft=? AND rowid=?)",
      "many devices": "SCAN k VIRTUAL TABLE INDEX 1:; SEARCH e USING INTEGER PRIMARY KEY (rowid=?); LIST SUBQUERY 1; SCAN json_each VIRTUAL TABLE INDEX 1:; CREATE BLOOM FILTER",
      "metadata between": "SCAN k VIRTUAL TABLE INDEX 1:; SEARCH e USING INTEGER PRIMARY KEY (rowid=?)",
      "metadata eq": "SCAN k VIRTUAL TABLE INDEX 1:; SEARCH m EXISTS USING PRIMARY KEY (key=? AND value=? AND event=?); SEARCH e USING INTEGER PRIMARY KEY (rowid=?)",
      "metadata range": "SCAN k VIRTUAL TABLE INDEX 1:; SEARCH e USING INTEGER PRIMARY KEY (rowid=?)",
      "related": "SCAN k VIRTUAL TABLE INDEX 1:; SEARCH x EXISTS USING COVERING INDEX event_related (related_event_id=? AND rowid=?); SEARCH e USING INTEGER PRIMARY KEY (rowid=?)",
      "schema": "SCAN k VIRTUAL TABLE INDEX 1:; SEARCH x EXISTS USING COVERING INDEX event_schema (event_schema=? AND rowid=?); SEARCH e USING INTEGER PRIMARY KEY (rowid=?)",
      "workflow": "SCAN k VIRTUAL TABLE INDEX 1:; SEARCH x EXISTS USING COVERING INDEX event_workflow (workflow_id=? AND rowid=?); SEARCH e USING INTEGER PRIMARY KEY (rowid=?)",
    }
  `)
})

test('counts and lists of values read nothing but indexes', () => {
  expect({
    counted: planOf(pieceText(DRAFTS, false)),
    'counted without drafts': planOf(pieceText(ALL_EVENTS, true)),
    'devices there are': planOf(facetText('device_id')),
    'schemas there are': planOf(facetText('event_schema')),
    'a range of metadata': planOf(rangeText('value > ?', "value < ''")),
    'its next piece': planOf(rangeText('(value, event) > (?, ?)', "value < ''")),
  }).toMatchInlineSnapshot(`
    {
      "a range of metadata": "SEARCH metadata USING PRIMARY KEY (key=? AND value>? AND value<?)",
      "counted": "CO-ROUTINE k; SEARCH event USING COVERING INDEX event_draft (draft=? AND rowid>? AND rowid<?); SCAN k",
      "counted without drafts": "CO-ROUTINE k; SEARCH event USING INTEGER PRIMARY KEY (rowid>? AND rowid<?); SCAN k; CORRELATED SCALAR SUBQUERY 1; SEARCH d USING COVERING INDEX event_draft (draft=? AND rowid=?)",
      "devices there are": "CO-ROUTINE found; SETUP; CO-ROUTINE (subquery-1); SEARCH event USING COVERING INDEX event_device (device_id>?); SCAN (subquery-1); RECURSIVE STEP; SCAN found; CORRELATED SCALAR SUBQUERY 3; SEARCH event USING COVERING INDEX event_device (device_id>?); SCAN found",
      "its next piece": "SEARCH metadata USING PRIMARY KEY (key=? AND (value,event)>(?,?) AND value<?)",
      "schemas there are": "CO-ROUTINE found; SETUP; CO-ROUTINE (subquery-1); SCAN event USING COVERING INDEX event_schema; SCAN (subquery-1); RECURSIVE STEP; SCAN found; CORRELATED SCALAR SUBQUERY 3; SEARCH event USING COVERING INDEX event_schema (event_schema>?); SCAN found",
    }
  `)
})

test('two conditions on one key are one range of the index, sought by both of its ends', () => {
  const conditions = conditionsOf(querySql(db), {
    columns: {},
    metadata: [
      { key: 'temp', operator: 'gt', value: '10' },
      { key: 'temp', operator: 'lt', value: '12.5' },
    ],
    includeDrafts: true,
  })

  const between = { from: 'metadata WHERE key = ? AND value > ? AND value < ?', key: 'event' }
  expect(conditions.map(({ entriesToSort }) => entriesToSort)).toStrictEqual([2])
  expect(conditions[0]?.sources).toMatchObject([
    { ...between, params: ['temp', 10, 12.5] },
    { ...between, params: ['temp', '10', '12.5'] },
  ])
})
