import { mkdirSync, mkdtempSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { keepPlace, keptPlace, preparePlace } from '#desktop/start/library-place'

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

test('the place that was decided is kept, and a file that does not say it is told apart from none', () => {
  const file = join(place, 'settings', 'library.json')
  expect(keptPlace(file)).toBeUndefined()

  keepPlace(file, { library: place, isNew: true })
  expect(keptPlace(file)).toEqual({ library: place, isNew: true })
  writeFileSync(file, JSON.stringify({ library: place }))
  expect(keptPlace(file)).toEqual({ library: place, isNew: false })

  for (const text of ['', '{"libr', '{"library":""}', '{"library":"relative/library"}']) {
    writeFileSync(file, text)
    expect(keptPlace(file)).toBe('damaged')
  }
  truncateSync(file, 3_000_000_000)
  expect(keptPlace(file)).toBe('damaged')
  rmSync(file)
  mkdirSync(file)
  expect(keptPlace(file)).toBe('damaged')
})
