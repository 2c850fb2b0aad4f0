import { expect, test } from 'vitest'
import { message } from '#common/messages/message'
import type { Message } from '#common/messages/template'
import { DamagedRowError, isDamagedRow, type Remedy } from '#core/damaged-row'
import { inGerman } from '../../kit/in-german.ts'

const DELETE = 'Löschen Sie den Eintrag, oder stellen Sie die Bibliothek aus einer Sicherung wieder her'
const RESTORE = 'Stellen Sie die Bibliothek aus einer Sicherung wieder her, um den Eintrag zurückzubekommen'
const TRASH =
  'Verschieben Sie die Version in den Papierkorb, oder stellen Sie die Bibliothek aus einer Sicherung wieder her'

test.each<[Message, string]>([
  [message('row-image', { name: 'old boat.jpg' }), 'Das Bild old boat.jpg'],
  [message('row-view', { name: 'Blurred ones' }), 'Die Ansicht Blurred ones'],
])('the damage of $params.name is reported in German throughout', (what, german) => {
  expect(inGerman(new DamagedRowError(what).refusal)).toBe(
    `${german} ist in der Datenbank beschädigt und nicht lesbar. ${DELETE}`,
  )
})

test.each<[Message, string, Remedy]>([
  [message('row-version', { number: 3 }), 'Version 3', 'trash-version'],
  [message('row-image-of-version', { name: 'a.jpg', number: 3 }), 'Das Bild a.jpg der Version 3', 'trash-version'],
])('what is damaged of a version goes to the trash with it, in German throughout: $code', (what, german, remedy) => {
  expect(inGerman(new DamagedRowError(what, { remedy }).refusal)).toBe(
    `${german} ist in der Datenbank beschädigt und nicht lesbar. ${TRASH}`,
  )
})

test.each<[Message, string]>([
  [message('row-task', { title: 'Export' }), 'Die Aufgabe „Export“'],
  [message('row-this-task'), 'Die Aufgabe'],
  [message('row-history', { name: 'boat.jpg' }), 'Der Verlauf von boat.jpg'],
  [message('row-event', { id: 'e7' }), 'Das Ereignis e7'],
])('what nobody can delete comes back only from a backup: $code', (what, german) => {
  const { message: english, refusal } = new DamagedRowError(what, { remedy: 'restore' })
  expect(english).not.toContain('Delete it')
  expect(inGerman(refusal)).toBe(`${german} ist in der Datenbank beschädigt und nicht lesbar. ${RESTORE}`)
})

test('damage is told from other failures after it crossed over from another thread', () => {
  const { code, message: words, refusal } = new DamagedRowError(message('row-event', { id: 'e7' }))

  expect(isDamagedRow(Object.assign(new Error(words), { code, refusal }))).toBe(true)
  expect(isDamagedRow(Object.assign(new Error(words), { code: 'other', refusal }))).toBe(false)
})
