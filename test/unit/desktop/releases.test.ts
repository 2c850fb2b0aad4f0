import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { releasesPage } from '#desktop/releases'

const folder = mkdtempSync(join(tmpdir(), 'tessera-app-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test.for([
  ['{"homepage":"https://example.org/tessera/"}', 'https://example.org/tessera/releases/latest'],
  ['{"homepage":"http://example.org/tessera"}', undefined],
  ['{"homepage":"file:///etc/passwd"}', undefined],
  ['{"homepage":7}', undefined],
  ['{}', undefined],
  ['not JSON', undefined],
] as const)('a package with %s leads to %s', ([manifest, page]) => {
  writeFileSync(join(folder, 'package.json'), manifest)

  expect(releasesPage(folder)).toBe(page)
})
