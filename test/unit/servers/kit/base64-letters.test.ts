import { expect, test } from 'vitest'
import { base64Letters } from '#servers/kit/base64'

/** The bytes of text that comes in these pieces; undefined where one of them is refused. */
function decoded(pieces: readonly string[]): string | undefined {
  const letters = base64Letters()
  let text = ''
  for (const piece of pieces) {
    const ready = letters.add(piece)
    if (ready === undefined) return undefined
    text += Buffer.from(ready, 'base64').toString()
  }
  return text + Buffer.from(letters.end(), 'base64').toString()
}

const TEXT = Buffer.from('a quay at dawn!!').toString('base64')

test.each([
  ['whole', [TEXT]],
  ['letter by letter', TEXT.split('')],
  ['in lines', TEXT.match(/.{1,5}/g)?.map((line) => `${line}\r\n`) ?? []],
  ['without padding', [TEXT.replaceAll('=', '')]],
  ['with white space behind its padding', [TEXT, ' \n']],
])('text that comes %s is decoded', (_, pieces) => {
  expect(decoded(pieces)).toBe('a quay at dawn!!')
})

test.each([
  ['another letter', ['YWJj', '§']],
  ['text behind the padding', ['YQ==YWJj']],
  ['text behind the padding, in the next piece', ['YQ==', 'YWJj']],
])('%s is refused', (_, pieces) => {
  expect(decoded(pieces)).toBeUndefined()
})
