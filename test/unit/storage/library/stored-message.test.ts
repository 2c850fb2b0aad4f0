import { expect, test } from 'vitest'
import { message } from '#common/messages/message'
import { said } from '#common/messages/sentence'
import { fromStoredMessage, toStoredMessage } from '#storage/library/stored-message'

test('a message is stored without its sentence, and read as it was', () => {
  const cause = said(message('stored-file-damaged', { name: 'bay.png' }))

  const stored = toStoredMessage(message('export-without-image', {}, cause))

  expect(stored).not.toContain('english')
  expect(fromStoredMessage(stored)).toEqual(
    message('export-without-image', {}, message('stored-file-damaged', { name: 'bay.png' })),
  )
})

test.each(['', 'Import 3 files', '{"code":', '{"code":"a"}', '[]', 'null'])(
  'whatever else stands in the column is shown as it is: %s',
  (text) => {
    expect(said(fromStoredMessage(text)).english).toBe(text)
  },
)

test('a code of a newer version says its name', () => {
  expect(said(fromStoredMessage('{"code":"of-tomorrow","params":{}}')).english).toBe('of-tomorrow')
})
