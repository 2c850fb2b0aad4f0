import { copyFile, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { messageOf } from '#core/system-failure'

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
