import { expect, test } from 'vitest'
import { message } from '#common/messages/message'
import { said } from '#common/messages/sentence'
import { messageText, storedMessage } from '#storage/kit/stored-message'

test('a message is stored without its sentence, and read as it was', () => {
  const cause = message('stored-file-lost', { image: 'bay.png' })

  const stored = messageText(message('export-without-image', {}, cause))

  expect(storedMessage(stored)).toEqual(
    message('export-without-image', {}, message('stored-file-lost', { image: 'bay.png' })),
  )
})

test.each(['', 'Import 3 files', '{"code":', '{"code":"a"}', '[]', 'null'])(
  'whatever else stands in the column is shown as it is: %s',
  (text) => {
    expect(said(storedMessage(text)).english).toBe(text)
  },
)

test('a code of a newer version says its name', () => {
  expect(said(storedMessage('{"code":"of-tomorrow","params":{}}')).english).toBe('of-tomorrow')
})
