import { expect, test } from 'vitest'
import { message } from '#common/messages/message'
import { sentenceOf } from '#common/messages/sentence'
import { messageText, storedMessage } from '#storage/kit/stored-message'

test('a message is read as it was stored, with its parts and its cause', () => {
  const drawn = message('edit-draw', { kind: message('kind-box') })
  const failed = { ...message('edit-import'), cause: message('store-missing', { database: 'library.db' }) }

  expect([drawn, failed].map((each) => storedMessage(messageText(each)))).toEqual([drawn, failed])
})

test.each(['', '{"a":', '[]', '-1', '#§', '{"code":1,"params":{}}', '{"code":"edit-draw"}'])(
  'what is no message is shown as it stands there: %s',
  (text) => {
    expect(sentenceOf(storedMessage(text))).toBe(text)
  },
)

test('a message that is nested too deep for any stack is shown as it is, cut', () => {
  const deep = `${'{"code":"edit-draw","params":{},"cause":'.repeat(10_000)}{"code":"edit-draw","params":{}}${'}'.repeat(10_000)}`

  const read = storedMessage(deep)

  expect(read.code).toBe('literal')
  expect(sentenceOf(read).length).toBeLessThan(1100)
})
