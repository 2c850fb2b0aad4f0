import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { preparePlace } from '#desktop/start/library-place'

let place: string
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), 'tessera-place-'))
})
afterEach(() => rmSync(place, { recursive: true, force: true }))

test('a folder that a person picks is made with those above it', () => {
  const folder = join(place, 'new', 'library')

  expect(preparePlace(folder)).toEqual({ folder })
  expect(statSync(folder).isDirectory()).toBe(true)
})

test('a file in its place is refused in words', () => {
  writeFileSync(join(place, 'file'), '')

  const refusal = expect.stringContaining('is not a folder. Choose another one.')
  expect(preparePlace(join(place, 'file'))).toEqual({ refusal })
  expect(preparePlace(join(place, 'file', 'library'))).toEqual({ refusal })
})

test.skipIf(process.platform !== 'linux')('a place in a file system that takes no folders is refused in words', () => {
  expect(preparePlace('/proc/tessera/library')).toEqual({
    refusal: 'The folder /proc/tessera/library cannot be used. Choose another one.',
  })
})
