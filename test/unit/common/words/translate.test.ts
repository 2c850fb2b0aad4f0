import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { translator } from '#common/words/translate'
import { CORE_GERMAN } from '#renderer/words/core/german'

const numbers = new Intl.NumberFormat('de-DE')
const inGerman = translator({ table: CORE_GERMAN, writeNumber: (value) => numbers.format(value) })

describe('a sentence of the core', () => {
  test.each([
    ['A project needs a name', 'Ein Projekt braucht einen Namen'],
    ['There is no project "harbor" in default', 'Ein Projekt „harbor“ gibt es in default nicht'],
    ['Import 1,204 files', '1.204 Dateien importieren'],
    ['The file is not UTF-8. Save it as UTF-8.', 'Die Datei ist nicht in UTF-8. Speichern Sie sie als UTF-8.'],
    ['The XML is cut off.', 'Das XML ist abgeschnitten.'],
    [
      'The archive unpacks to 31.2 GB, more than 20 times its own size. Import the unpacked folder in the studio, or create the archive without compression',
      'Das Archiv ist entpackt 31,2 GB groß, mehr als das 20-Fache seiner Größe. Importieren Sie im Studio den entpackten Ordner, oder erstellen Sie das Archiv ohne Kompression',
    ],
    [
      'Could not fetch image URL: nas:81 cannot be reached (ECONNRESET)',
      'Das Bild der Adresse ließ sich nicht abrufen: nas:81 ist nicht erreichbar (ECONNRESET)',
    ],
    [
      'Search error at character 7 ("state:"): state: needs a value, as in state:done',
      'Fehler in der Suche bei Zeichen 7 („state:“): state: braucht einen Wert, etwa state:done',
    ],
  ])('%s', (english, german) => {
    expect(inGerman(english)).toBe(german)
  })

  test('that nobody translated stays as it came', () => {
    expect(inGerman('The moon is full')).toBe('The moon is full')
    expect(inGerman('constructor')).toBe('constructor')
  })

  test('keeps what people wrote, even where it reads like a sentence of the core', () => {
    expect(inGerman('Another view is called "A project needs a name"; choose another name')).toBe(
      'Eine andere Ansicht heißt „A project needs a name“; wählen Sie einen anderen Namen',
    )
  })

  test('comes back in German with the values that stood in it, whatever they are', () => {
    const value = fc.stringMatching(/^[A-Z][a-z]{1,8}\d{0,4}$/)
    const words = fc.array(value, { minLength: 8, maxLength: 8 })
    fc.assert(
      fc.property(words, (given) => {
        for (const [english, german] of Object.entries(CORE_GERMAN)) {
          const values = new Map(namesOf(english).map((name, at) => [name, isNumber(name) ? `${at + 2}` : given[at]]))

          expect(inGerman(filled(english, values))).toBe(filled(german, values))
        }
      }),
      { numRuns: 10 },
    )
  })
})

function namesOf(sentence: string): readonly string[] {
  return [...sentence.matchAll(/\{\{(\w+)\}\}/g)].map(([, name = '']) => name)
}

function isNumber(name: string): boolean {
  return name === 'count' || name === 'number'
}

function filled(sentence: string, values: ReadonlyMap<string, string | undefined>): string {
  return sentence.replace(/\{\{(\w+)\}\}/g, (_, name: string) => values.get(name) ?? '')
}
