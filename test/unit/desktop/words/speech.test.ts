import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, expect, test } from 'vitest'
import { literal, message } from '#common/messages/message'
import { isPhrase, say, sayMessage, speakAs } from '#desktop/words/speech'

const folder = mkdtempSync(join(tmpdir(), 'tessera-speech-'))
const speak = (language: 'en' | 'de') => speakAs(language, join(folder, 'language.json'))

afterEach(() => speak('en'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('a text of the desktop is said in the language of the moment, with its values', () => {
  expect(say('It ends in {{end}}.', { end: '12ab' })).toBe('It ends in 12ab.')

  speak('de')

  expect(say('It ends in {{end}}.', { end: '12ab' })).toBe('Er endet auf 12ab.')
  expect(isPhrase('Settings')).toBe(true)
  expect(isPhrase('toString')).toBe(false)
})

test('a window says why the core does not start, without flags of a command line', () => {
  const locked = message('start-library-open', { folder: '/data' })
  const advice = message('advice-access')
  const unusable = message('start-file-unusable', { path: '/data/library.db', advice }, message('disk-no-permission'))

  expect(sayMessage(locked)).toBe('The library /data is already open in another instance of Tessera.')
  expect(sayMessage(unusable)).toBe(
    'The file /data/library.db cannot be used: your user account has no write permission.',
  )

  speak('de')

  expect(sayMessage(locked)).toBe('Die Bibliothek /data ist bereits in einer anderen Instanz von Tessera geöffnet.')
  expect(sayMessage(unusable)).toBe(
    'Die Datei /data/library.db kann nicht verwendet werden: Ihr Benutzerkonto hat keine Schreibrechte.',
  )
})

test('advice that no button replaces is kept, and a failure of the system is told as it is', () => {
  const advice = message('advice-free-space')
  const full = message('start-file-unusable', { path: '/data/lock.txt', advice }, message('disk-is-full'))

  speak('de')

  expect(sayMessage(full)).toBe(
    'Die Datei /data/lock.txt kann nicht verwendet werden: der Datenträger ist voll. Geben Sie Speicherplatz frei und versuchen Sie es erneut.',
  )
  expect(sayMessage(literal('spawn EAGAIN'))).toBe('spawn EAGAIN')
})
