import { copyFile, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { message } from '#common/messages/message'
import { DamagedRowError } from '#core/damaged-row'
import { DiskFullError } from '#core/ports'
import { failureMessage, messageOf } from '#core/system-failure'

const MISSING = join(tmpdir(), 'tessera-none', 'a.json')

test.each([
  ['of a file', () => readFile(MISSING)],
  ['of two files', () => copyFile(MISSING, `${MISSING}.copy`)],
])('a failure of the operating system is told without the paths %s', async (_kind, act) => {
  const failure = await act().catch((error: unknown) => error)

  expect(messageOf(failure)).toBe('ENOENT: no such file or directory')
})

test('another failure is told as it is', () => {
  expect(messageOf(new Error('It is late, open the door'))).toBe('It is late, open the door')
  expect(messageOf('late')).toBe('late')
})

test('what an error of our own says keeps its code', () => {
  const { refusal } = new DamagedRowError(message('row-event', { id: 'e7' }))

  expect(failureMessage(new DiskFullError(undefined))).toEqual(message('disk-full'))
  expect(failureMessage(Object.assign(new Error('damaged'), { refusal }))).toEqual(refusal)
  expect(failureMessage(Object.assign(new Error('EIO'), { code: 'EIO' }))).toEqual(
    message('disk-trouble', { code: 'EIO' }),
  )
})
