import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openedFiles } from '#desktop/start/opened-files'

const NAME = 'My data ü 100%.zip'
let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tessera-opened-'))
  writeFileSync(join(folder, NAME), '')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

test.each([
  ['a path', () => join(folder, NAME)],
  ['a path from where it was called', () => NAME],
  ['an address, as launchers give it', () => pathToFileURL(join(folder, NAME)).href],
])('an archive is opened by %s', (_name, arg) => {
  const files = openedFiles()
  const shown: string[] = []
  files.showWith((hash) => shown.push(hash))

  expect(files.openFrom(['--flag', arg()], folder)).toBe(true)

  const params = new URLSearchParams(shown[0]?.split('?new&')[1])
  expect(params.get('name')).toBe(NAME)
  expect(files.pathOf(params.get('opened') ?? '')).toBe(join(folder, NAME))
})

test.each(['file://elsewhere/data.zip', 'file:', 'file:///%2F.zip', 'https://host/data.zip', ''])(
  'nothing is opened by "%s"',
  (arg) => {
    expect(openedFiles().openFrom([arg], folder)).toBe(false)
  },
)

test('a file that nobody can look at is none to open', () => {
  symlinkSync('loop.zip', join(folder, 'loop.zip'))

  for (const arg of ['loop.zip', `${'x'.repeat(300)}.zip`, 'file:///x%00.zip', 'nul\0.zip'])
    expect(openedFiles().openFrom([arg], folder)).toBe(false)
})
