import { expect, test } from 'vitest'
import { readXml, type XmlElement } from '#formats/labels/kit/xml'
import { XmlFault, xmlReader } from '#formats/labels/kit/xml-reader'
import { inWords } from '#test/kit/in-words'

/** The elements of a document that comes in pieces of some characters. */
function elementsIn(text: string, characters: number, ...names: readonly string[]): readonly XmlElement[] {
  const reader = xmlReader(new Set(names))
  const pieces = text.match(new RegExp(`[^]{1,${characters}}`, 'g')) ?? []
  const found = pieces.flatMap((piece) => reader.push(piece))
  reader.end()
  return found
}

test.each([
  ['<a>salt & pepper</a>', 'salt & pepper'],
  ['<a>R&D;&nbsp;&lt;&#x26;&#38;&amp;amp;</a>', 'R&D;&nbsp;<&&&amp;'],
  ['<a><![CDATA[salt & &amp; <pepper>]]></a>', 'salt & &amp; <pepper>'],
  ['<a><!-- one -- two -->salt</a>', 'salt'],
  ['\uFEFF\n<a b>salt</a>', 'salt'],
  ['<a>&constructor;&toString;</a>', '&constructor;&toString;'],
])('%s is read as programs mean it', (text, expected) => {
  expect(readXml(text)).toMatchObject({ ok: true, value: { text: expected } })
  expect(elementsIn(`<all>${text.trim()}</all>`, 1, 'a')).toMatchObject([{ text: expected }])
})

test('attributes hold what a tag cannot, and names that objects inherit', () => {
  const root = readXml(`<a less="1 > 0" both='"&' __proto__="p" constructor="c" twice="1" twice="2"/>`)

  expect(root.ok && Object.fromEntries(root.value.attributes)).toEqual(
    Object.fromEntries([
      ['less', '1 > 0'],
      ['both', '"&'],
      ['__proto__', 'p'],
      ['constructor', 'c'],
      ['twice', '2'],
    ]),
  )
})

test.each([1, 7, 1000])('in pieces of %i characters, each element has the line that it begins in', (characters) => {
  const text = '<all>\r\n<a\n  b="1"\n/>\n<skipped>\n<a/></skipped><a/>\n<a>\n<a/></a></all>'

  const found = elementsIn(text, characters, 'a')

  expect(found.map(({ at, children }) => [at, children.length])).toEqual([
    [2, 0],
    [6, 0],
    [7, 1],
  ])
})

test.each([
  ['<a>\n<b></a>', 'The XML closes <a>, which is not open there (line 2)'],
  ['<a>\n< b></a>', 'The XML is damaged at "< b></a>" (line 2)'],
  ['<a>\n<b', 'The XML is damaged at "<b" (line 2)'],
  ['<a>\n<b>', 'The XML ends inside <b> (line 2)'],
])('%j is refused with the line of the fault', (text, sentence) => {
  expect(inWords(readXml(text))).toMatchObject({ ok: false, error: { message: expect.stringContaining(sentence) } })
})

test('more faults than anybody makes are not counted to their end', () => {
  const root = readXml(`<a>${'&nbsp;'.repeat(100_000)}</a>`)

  expect(inWords(root)).toMatchObject({
    ok: false,
    error: { message: expect.stringContaining('The XML is damaged at "<a>&nbsp;') },
  })
})

test('an element without end is not held', () => {
  const reader = xmlReader(new Set(['a']))
  const megabyte = `<b>${'x'.repeat(1024 * 1024)}</b>`
  reader.push('<all><a>')

  const hold = () => Array.from({ length: 70 }, () => reader.push(megabyte))

  expect(hold).toThrow(XmlFault)
})
