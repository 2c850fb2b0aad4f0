import { expect, test } from 'vitest'
import { translator } from '#common/words/translate'
import { DamagedRowError, type Remedy } from '#core/damaged-row'
import { CORE_GERMAN } from '#renderer/kit/words/core/german'

const inGerman = translator({ table: CORE_GERMAN, writeNumber: String })

const DELETE = 'Löschen Sie den Eintrag, oder stellen Sie die Bibliothek aus einer Sicherung wieder her'
const TRASH =
  'Verschieben Sie die Version in den Papierkorb, oder stellen Sie die Bibliothek aus einer Sicherung wieder her'

test.each<[string, string]>([
  ['The image old boat.jpg', 'Das Bild old boat.jpg'],
  ['A comment on boat.jpg', 'Ein Kommentar zu boat.jpg'],
  ['The view Blurred ones', 'Die Ansicht Blurred ones'],
  ['The workflow Sort fish', 'Der Ablauf Sort fish'],
  ['The model Gulls', 'Das Modell Gulls'],
  ['The batch Monday', 'Der Stapel Monday'],
  ['The annotation job Deck', 'Der Auftrag Deck'],
  ['Version 3 of Quay', 'Version 3 von Quay'],
  ['An image of Quay in the trash', 'Ein Bild von Quay im Papierkorb'],
  ['The task "Export"', 'Die Aufgabe „Export“'],
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
