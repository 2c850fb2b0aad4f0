import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { message } from '#common/messages/message'
import { sentenceOf } from '#common/messages/sentence'
import { migrate } from '#storage/kit/migrate'
import { messageText, storedMessage } from '#storage/kit/stored-message'
import { LIBRARY_MIGRATIONS } from '#storage/library/migrations/registry'

/** The log of one image with these names, once its library has the layout of now. */
function migrated(names: readonly string[]): readonly string[] {
  const db = new Database(':memory:')
  db.pragma('foreign_keys = OFF')
  migrate(
    db,
    LIBRARY_MIGRATIONS.filter(({ version }) => version < 40),
  )
  const add = db.prepare(
    `INSERT INTO operation (image_seq, op, label, actor, actor_name, made_at, content) VALUES (1, 'edit', ?, 'person', '', 1, '{}')`,
  )
  for (const name of names) add.run(name)
  migrate(db, LIBRARY_MIGRATIONS)
  expect(db.prepare('SELECT name FROM temp.sqlite_schema').all()).toEqual([])
  return db.prepare<[], string>('SELECT label FROM operation ORDER BY id').pluck().all()
}

/** Every name that an earlier release could store, with what it says now. */
const SAID: Readonly<Record<string, string>> = {
  'Accept proposal': 'Accept suggestion',
  'Accept 3 proposals': 'Accept 3 suggestions',
  'Accept polygon': 'Accept polygon',
  'Add to mask': 'Add to mask',
  Approve: 'Approve',
  'Bring forward: 1 shape': 'Bring 1 shape forward',
  'Bring to the front: 2 shapes': 'Bring 2 shapes to the front',
  'Carry over 2 shapes': 'Carry over 2 shapes',
  'Change class of 1 shape': 'Change class of 1 shape',
  'Change detail': 'Change detail',
  'Change text': 'Change text',
  'Change 2 texts': 'Change 2 texts',
  'Confirm 1 carried shape': 'Confirm 1 carried shape',
  'Delete text': 'Delete text',
  'Delete vertex': 'Delete vertex',
  'Delete 12 vertices': 'Delete 12 vertices',
  'Delete 1,204 shapes': 'Delete 1,204 shapes',
  'Delete rotated box': 'Delete rotated box',
  'Draw 2 shapes': 'Draw 2 shapes',
  'Draw line': 'Draw line',
  'Duplicate 2 shapes': 'Duplicate 2 shapes',
  'Erase mask': 'Erase mask',
  'Fill holes': 'Fill holes',
  'Give blue cup': 'Assign blue cup',
  'Go back to an earlier state': 'Restore an earlier state',
  'Group 2 shapes': 'Group 2 shapes',
  'Grow mask by 1 px': 'Grow mask by 1 px',
  'Import labels': 'Import annotations',
  'Insert vertex': 'Insert vertex',
  'Intersect 2 shapes': 'Intersect 2 shapes',
  'Lock 1204 shapes': 'Lock 1,204 shapes',
  'Make 1 mask': 'Make 1 mask',
  'Make 2 polygons': 'Make 2 polygons',
  'Mark as background': 'Mark as background',
  'Nothing to label': 'Mark as background',
  'Mark as done': 'Mark as done',
  'Mark as not done': 'Mark as not done',
  'Mark point hidden': 'Mark point hidden',
  'Mark point visible': 'Mark point visible',
  'Mark 1 shape as crowd': 'Mark 1 shape as crowd',
  'Merge class “mug” into “big “cup””': 'Merge class "mug" into "big “cup”"',
  'Move point': 'Move point',
  'Move vertex': 'Move vertex',
  'Move 2 vertices': 'Move 2 vertices',
  'Move 2 shapes': 'Move 2 shapes',
  'Move keypoints': 'Move keypoints',
  'Paint mask': 'Paint mask',
  'Paste 1 shape': 'Paste 1 shape',
  'Redraw part of polygon': 'Redraw part of polygon',
  'Reject proposal': 'Reject suggestion',
  'Reject 2 proposals': 'Reject 2 suggestions',
  Reject: 'Request changes',
  'Reject: two boxes\nare missing': 'Request changes: two boxes\nare missing',
  'Resize 2 shapes': 'Resize 2 shapes',
  'Resize box': 'Resize box',
  'Send backward: 2 shapes': 'Send 2 shapes backward',
  'Send to the back: 1 shape': 'Send 1 shape to the back',
  'Set Colour': 'Set Colour',
  'Shrink mask by 1 px': 'Shrink mask by 1 px',
  'Slice 3 shapes': 'Slice 3 shapes',
  'Slice polygon': 'Slice polygon',
  'Subtract from polygon': 'Subtract from polygon',
  'Take carried shapes back': 'Remove carried shapes',
  'Take point away': 'Remove point',
  'Take the verdict back': 'Withdraw review',
  'Take blue cup away': 'Remove blue cup',
  'Take a very long na…': 'Remove a very long na…',
  'Tighten 2 boxes': 'Tighten 2 boxes',
  'Tighten box': 'Tighten box',
  'Turn 2 shapes': 'Turn 2 shapes',
  'Turn box': 'Turn box',
  'Undo the verdict': 'Undo review',
  'Undo merging class “mug” into “cup”': 'Undo merging class "mug" into "cup"',
  'Ungroup 2 shapes': 'Ungroup 2 shapes',
  'Unite 2 shapes': 'Unite 2 shapes',
  'Unlock 2 shapes': 'Unlock 2 shapes',
  'Unmark 2 crowd shapes': 'Unmark 2 crowd shapes',
  'Untangle polygon': 'Untangle polygon',
  'Write text': 'Write text',
}

test('every name that an earlier release gave an edit becomes a message', () => {
  const names = Object.keys(SAID)

  const stored = migrated(names).map(storedMessage)

  expect(Object.fromEntries(stored.map((name, place) => [names[place], sentenceOf(name)]))).toEqual(SAID)
  expect(stored.filter(({ code }) => code === 'literal')).toEqual([])
})

test('a name that no release gave, also one that reads like JSON, is still shown as it was', () => {
  const names = ['Squeeze box', '{"code":"edit-draw","params":{}}', '', '☂ "quoted"']

  const stored = migrated(names)

  expect(stored.map((text) => sentenceOf(storedMessage(text)))).toEqual(names)
})

test('entries of one name share their message, however many there are', () => {
  const many = Array.from({ length: 2000 }, (_, place) => (place % 2 === 0 ? 'Draw box' : 'Move 2 shapes'))

  const stored = migrated(many)

  const drawn = messageText(message('edit-draw', { kind: message('kind-box') }))
  const moved = messageText(message('edit-move-shapes', { count: 2 }))
  expect(stored).toEqual(many.map((name) => (name === 'Draw box' ? drawn : moved)))
})
