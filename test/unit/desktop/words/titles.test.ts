import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { literal, message } from '#common/messages/message'
import { speakAs } from '#desktop/words/speech'
import { sayTitle } from '#desktop/words/titles'

const folder = mkdtempSync(join(tmpdir(), 'tessera-words-'))
const speak = (language: 'en' | 'de') => speakAs(language, join(folder, `${language}.json`))

afterEach(() => {
  speak('en')
  rmSync(folder, { recursive: true, force: true })
})

test('the desktop says titles of tasks in its language, with numbers as that writes them', () => {
  const titles = [
    message('title-import-files', { count: 1 }),
    message('title-import-files', { count: 1204 }),
    message('title-check-dataset', { name: 'Bay' }),
    literal('An old title'),
    { code: 'of-tomorrow', params: {} },
  ]
  expect(titles.map(sayTitle)).toEqual([
    'Import 1 file',
    'Import 1,204 files',
    'Check Bay',
    'An old title',
    'of-tomorrow',
  ])

  speak('de')

  expect(titles.map(sayTitle)).toEqual([
    '1 Datei importieren',
    '1.204 Dateien importieren',
    'Bay prüfen',
    'An old title',
    'of-tomorrow',
  ])
})
