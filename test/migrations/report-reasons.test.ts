import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { isPlainCode, isRefusalCode } from '#common/messages/catalogue'
import { sentenceOf } from '#common/messages/sentence'
import { migrate } from '#storage/kit/migrate'
import { storedMessage } from '#storage/kit/stored-message'
import { LIBRARY_MIGRATIONS } from '#storage/library/migrations/registry'

const REASONS = [
  'The file is damaged or incomplete',
  'HEIC images are not supported. Convert the image to JPEG or PNG',
  'The file lists images but has no annotations.',
  'Row skipped: "quote" isn\'t {"code":"closed"}.',
]

test('reasons of reports become messages that say the same, and names of images stay', () => {
  const db = new Database(':memory:')
  migrate(
    db,
    LIBRARY_MIGRATIONS.filter(({ version }) => version < 39),
  )
  db.exec(`INSERT INTO workspace (id, slug, name, created_at) VALUES (1, 'w', 'W', 0);
    INSERT INTO task (id, workspace_id, kind, title, input, status, created_at, updated_at)
      VALUES ('t', 1, 'import', 'T', '{}', 'done', 0, 0)`)
  const add = db.prepare("INSERT INTO import_file (task_id, seq, path, outcome, reason) VALUES ('t', ?, 'a.jpg', ?, ?)")
  for (const [seq, reason] of REASONS.entries()) add.run(seq, ['refused', 'problem', 'note'][seq % 3], reason)
  add.run(10, 'duplicate', 'The file is damaged or incomplete')
  add.run(11, 'added', null)

  migrate(db, LIBRARY_MIGRATIONS)

  const rows = db.prepare<[], string>('SELECT reason FROM import_file ORDER BY seq').pluck().all()
  const messages = rows.slice(0, REASONS.length).map(storedMessage)
  expect(messages.map(sentenceOf)).toEqual(REASONS)
  expect(messages.map(({ code }) => code)).toEqual([
    'file-damaged',
    'heic-unsupported',
    'annotations-missing',
    'literal',
  ])
  expect(messages.filter(({ code }) => !(isRefusalCode(code) || isPlainCode(code)))).toEqual([])
  expect(rows.slice(REASONS.length)).toEqual(['The file is damaged or incomplete', null])
})
