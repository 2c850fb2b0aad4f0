import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { isHeldByAnother, unusableTemporaryFolder } from '#desktop/start/single-start'

let settings: string
const temporary = process.env['TMPDIR']

beforeEach(() => {
  settings = mkdtempSync(join(tmpdir(), 'tessera-single-'))
})
afterEach(() => {
  rmSync(settings, { recursive: true, force: true })
  if (temporary === undefined) delete process.env['TMPDIR']
  else process.env['TMPDIR'] = temporary
})

/** No process has this number: it is above what any system hands out. */
const NOBODY = 2 ** 30

test.each([
  ['a process that runs', () => symlinkSync(`${hostname()}-${process.pid}`, join(settings, 'SingletonLock')), true],
  ['one on another computer', () => symlinkSync(`another-host-${NOBODY}`, join(settings, 'SingletonLock')), true],
  ['a process that ended', () => symlinkSync(`${hostname()}-${NOBODY}`, join(settings, 'SingletonLock')), false],
  ['nobody', () => undefined, false],
  ['a file', () => writeFileSync(join(settings, 'SingletonLock'), ''), false],
  ['a folder', () => mkdirSync(join(settings, 'SingletonLock')), false],
])('settings whose lock names %s', (_name, lock, isHeld) => {
  lock()

  expect(isHeldByAnother(settings)).toBe(isHeld)
})

test('a folder for temporary files that is missing, is a file, or has too long a path cannot be used', () => {
  expect(unusableTemporaryFolder()).toBeUndefined()
  writeFileSync(join(settings, 'file'), '')
  const long = join(settings, 'x'.repeat(60))
  mkdirSync(long)

  for (const folder of [join(settings, 'missing'), join(settings, 'file'), long]) {
    process.env['TMPDIR'] = folder
    expect(unusableTemporaryFolder()).toBe(folder)
  }
})
