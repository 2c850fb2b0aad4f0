import { expect, test } from 'vitest'
import { translator } from '#common/words/translate'
import { DamagedRowError, type Remedy } from '#core/damaged-row'
import { CORE_GERMAN } from '#renderer/words/core/german'

const inGerman = translator({ table: CORE_GERMAN, writeNumber: String })

const DELETE = 'Löschen Sie den Eintrag, oder stellen Sie die Bibliothek aus einer Sicherung wieder her'
const RESTORE = 'Stellen Sie die Bibliothek aus einer Sicherung wieder her, um den Eintrag zurückzubekommen'
const TRASH =
  'Verschieben Sie die Version in den Papierkorb, oder stellen Sie die Bibliothek aus einer Sicherung wieder her'

test.each<[string, string]>([
  ['The image old boat.jpg', 'Das Bild old boat.jpg'],
  ['The view Blurred ones', 'Die Ansicht Blurred ones'],
])('the damage of "%s" is reported in German throughout', (what, german) => {
  expect(inGerman(new DamagedRowError(what).message)).toBe(
    `${german} ist in der Datenbank beschädigt und nicht lesbar. ${DELETE}`,
  )
})

test.each<[string, string, Remedy]>([
  ['Version 3', 'Version 3', 'trash-version'],
  ['The image a.jpg of version 3', 'Das Bild a.jpg der Version 3', 'trash-version'],
  ['The image old boat.jpg of version 12', 'Das Bild old boat.jpg der Version 12', 'trash-version'],
])('the damage of "%s" goes to the trash with its version, in German throughout', (what, german, remedy) => {
  expect(inGerman(new DamagedRowError(what, { remedy }).message)).toBe(
    `${german} ist in der Datenbank beschädigt und nicht lesbar. ${TRASH}`,
  )
})

test.each<[string, string]>([
  ['The task "Export"', 'Die Aufgabe „Export“'],
  ['The task', 'Die Aufgabe'],
  ['The history of boat.jpg', 'Der Verlauf von boat.jpg'],
  ['The event e7', 'Das Ereignis e7'],
])('"%s", which nobody can delete, comes back only from a backup', (what, german) => {
  const { message } = new DamagedRowError(what, { remedy: 'restore' })
  expect(message).not.toContain('Delete it')
  expect(inGerman(message)).toBe(`${german} ist in der Datenbank beschädigt und nicht lesbar. ${RESTORE}`)
})
