import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type Refusal, refusal } from '#common/errors'
import { literal, message } from '#common/messages/message'
import { sentenceOf } from '#common/messages/sentence'

let tell: (told: Refusal) => string

beforeAll(async () => {
  vi.stubGlobal('document', { documentElement: { lang: '' } })
  vi.stubGlobal('localStorage', { getItem: () => 'de' })
  vi.resetModules()
  const { tellMessage } = await import('#renderer/words/core/messages')
  tell = (told) => tellMessage(told, sentenceOf(told))
})

afterAll(() => {
  vi.unstubAllGlobals()
  vi.resetModules()
})

test.each<[string, Refusal, string]>([
  ['its parameters', refusal('class-name-taken', { name: 'gull' }), 'Das Projekt hat schon eine Klasse „gull“'],
  ['numbers as Germans write them', refusal('event-store-full', { gigabytes: 2 }), 'Der Speicher enthält 2,0 GB; '],
  ['amounts of bytes', refusal('file-too-large', { most: 1.5 * 1024 ** 3 }), 'Die Datei ist größer als 1,5 GB'],
  ['what explains it', refusal('about-file', { file: 'a.jpg' }, refusal('file-empty')), 'a.jpg: Die Datei ist leer'],
  [
    'parts',
    refusal('mask-empty', { place: message('place-object', { number: 3 }) }),
    'die Maske von Objekt 3 ist leer',
  ],
  ['the words of another program', refusal('task-refused', {}, literal('CUDA error 700')), 'CUDA error 700'],
])('a German page says a refusal with %s', (_, told, begins) => {
  expect(tell(told).slice(0, begins.length)).toBe(begins)
})

test('a code that the page does not know stays English', async () => {
  const { tellMessage } = await import('#renderer/words/core/messages')

  expect(tellMessage({ code: 'of-tomorrow', params: {} }, 'Something new')).toBe('Something new')
})
