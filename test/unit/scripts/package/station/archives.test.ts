import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { writeDeb } from '../../../../../scripts/package/station/deb.mjs'
import type { Entry } from '../../../../../scripts/package/station/entries.mjs'
import { writeTarGz } from '../../../../../scripts/package/station/tar.mjs'
import { writeZip } from '../../../../../scripts/package/station/zip.mjs'
import { hasProgram } from '../../../../kit/packed-station.ts'
import { removeFolder } from '../../../../kit/remove-folder.ts'

const LONG = `app/${'folder/'.repeat(16)}file.mjs`

test.each([
  { format: 'tar.gz', write: writeTarGz },
  { format: 'zip', write: writeZip },
])('the same files give the same bytes of a $format, whatever the time zone', async ({ write }) => {
  const folder = freshFolder()
  const entries = someEntries(folder)

  const made = await Promise.all(
    ['UTC', 'Asia/Kathmandu'].map(async (zone, place) => {
      const path = join(folder, String(place))
      await inZone(zone, () => write(path, entries, { folder: 'station', seconds: 1_700_000_000, level: 1 }))
      return readFileSync(path)
    }),
  )

  expect(made[0]?.equals(made[1] ?? Buffer.alloc(0))).toBe(true)
})

test.skipIf(!hasProgram('dpkg-deb'))('the same files give the same bytes of a deb', () => {
  const folder = freshFolder()
  const entries = someEntries(folder)

  const [one, other] = ['1', '2'].map((name) => {
    const path = join(folder, name)
    writeDeb(path, entries, { arch: 'x64', version: '1.0.0-beta.1', seconds: 1_700_000_000, level: 1 })
    return readFileSync(path)
  })
  const control = execFileSync('dpkg-deb', ['--field', join(folder, '1')], { encoding: 'utf8' })

  expect(one?.equals(other ?? Buffer.alloc(0))).toBe(true)
  // A tilde sorts before the version that follows.
  expect(control).toContain('Version: 1.0.0~beta.1\nArchitecture: amd64\n')
})

test('a tar.gz is read by the tar of the system, long paths too', async () => {
  const folder = freshFolder()
  const path = join(folder, 'it.tar.gz')

  await writeTarGz(path, someEntries(folder), { folder: 'station', seconds: 1_700_000_000, level: 1 })
  execFileSync('tar', ['-xzf', path, '-C', folder])

  expect(readFileSync(join(folder, 'station', LONG), 'utf8')).toBe('long')
  expect(readFileSync(join(folder, 'station/bin/node'), 'utf8')).toBe('program')
})

test('a path that no tar can hold is refused', async () => {
  const folder = freshFolder()
  const entries = [{ path: 'x'.repeat(120), mode: 0o644, bytes: Buffer.alloc(0) }]

  const written = writeTarGz(join(folder, 'it'), entries, { folder: 'station', seconds: 1, level: 1 })

  await expect(written).rejects.toThrow('too long for a tar archive')
})

function someEntries(folder: string): Entry[] {
  const from = join(folder, 'source')
  writeFileSync(from, 'program')
  return [
    { path: LONG, mode: 0o644, bytes: Buffer.from('long') },
    { path: 'bin/node', mode: 0o755, from },
  ]
}

async function inZone(zone: string, act: () => Promise<void>): Promise<void> {
  const { TZ } = process.env
  process.env['TZ'] = zone
  const written = act()
  if (TZ === undefined) delete process.env['TZ']
  else process.env['TZ'] = TZ
  await written
}

function freshFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'tessera-archives-'))
  onTestFinished(() => removeFolder(folder))
  return folder
}
