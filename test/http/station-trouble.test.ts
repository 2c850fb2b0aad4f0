import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { startStation } from '../kit/station-process.ts'

let place: string
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), 'tessera-trouble-'))
})
afterEach(() => rmSync(place, { recursive: true, force: true }))

/** Error output of a station that does not come up. */
async function lastWords(library: string): Promise<string> {
  return startStation(library, ['--only', 'studio']).then(
    async (station) => `came up: ${await station.stop()}`,
    (failure: unknown) => String(failure).replace('Error: The station ended at its start: ', ''),
  )
}

test('the version is told without a library', () => {
  const library = join(place, 'library')
  const told = execFileSync(process.execPath, ['dist/station/main.mjs', '--version', '--library', library], {
    encoding: 'utf8',
  })
  const { version } = z.object({ version: z.string() }).parse(JSON.parse(readFileSync('package.json', 'utf8')))

  expect(told).toBe(`${version}\n`)
  expect(existsSync(library)).toBe(false)
})

test.skipIf(process.platform !== 'linux')('a library where no folder can be is named at once', async () => {
  expect(await lastWords('/proc/tessera')).toBe(
    'The folder /proc/tessera cannot be used: nothing can be created in its parent folder. Choose another one with --library.\n',
  )
})

test('a library that is a file is named', async () => {
  const path = join(place, 'library')
  writeFileSync(path, '')

  expect(await lastWords(path)).toBe(
    `The folder ${path} cannot be used: ${path} is a file, not a folder. Choose another one with --library.\n`,
  )
})

test.skipIf(process.platform === 'win32').each(['library.db', 'library.identity.json', 'secrets.json'])(
  'a pipe in place of %s is named at once',
  async (name) => {
    execFileSync('mkfifo', [join(place, name)])

    expect(await lastWords(place)).toBe(
      `The folder ${place} cannot be used: ${name} in it is a pipe or a device, not a file. Choose another one with --library.\n`,
    )
  },
)

test.skipIf(process.platform === 'win32').each([
  ['a pipe', 'blobs/library.identity.json', (path: string) => execFileSync('mkfifo', [path])],
  ['a device', 'blobs/library.identity.json', (path: string) => symlinkSync('/dev/zero', path)],
  ['a pipe', 'events/media/events.identity.json', (path: string) => execFileSync('mkfifo', [path])],
] as const)('%s in place of %s is named with the way out', async (_what, name, make) => {
  const path = join(place, name)
  mkdirSync(dirname(path), { recursive: true })
  make(path)

  expect(await lastWords(place)).toBe(
    `The file ${path} cannot be used: it is a pipe or a device, not a file. Move it somewhere else, and try again.\n`,
  )
})

test.each([
  'library.db',
  'library.db-shm',
  'library.identity.json',
  'secrets.json',
  'connections.json',
  'lock.db',
  'events/events.db',
])('a folder in place of %s is named with the way out', async (name) => {
  const path = join(place, name)
  mkdirSync(path, { recursive: true })

  expect(await lastWords(place)).toBe(
    `The file ${path} cannot be used: it is a folder, not a file. Move it somewhere else, and try again.\n`,
  )
})

test.each(['blobs', 'events', 'staging'])(
  'a file in place of the folder %s is named with the way out',
  async (name) => {
    const path = join(place, name)
    writeFileSync(path, '')

    const words = await lastWords(place)
    expect(words).toContain(`${path} is a file, not a folder`)
    expect(words).toMatch(/[.]\n$/)
  },
)

test.skipIf(process.platform === 'win32').each(['blobs', 'events', 'events/media', 'staging', 'uploads'])(
  'a link in place of the folder %s that leads nowhere is named with where it leads',
  async (name) => {
    const path = join(place, name)
    mkdirSync(dirname(path), { recursive: true })
    symlinkSync(join(place, 'not-mounted'), path)

    const words = await lastWords(place)
    expect(words).toContain(`${path} is a link to ${join(place, 'not-mounted')}, which does not exist`)
  },
)

test.skipIf(process.platform !== 'linux')('a device is named', async () => {
  expect(await lastWords('/dev/null')).toContain(': /dev/null is a file, not a folder')
})

test('a broken file of keys is named with the way out', async () => {
  const path = join(place, 'secrets.json')
  writeFileSync(path, '{"management-api-key": "tk_')

  expect(await lastWords(place)).toBe(
    `The key file ${path} contains no keys. Restore a copy, or move the file away: Tessera then creates new keys, and existing links stop working.\n`,
  )
})

test.each(['', ' '])(
  'secrets of "%s" count as absent: new ones are made, and nobody is let in without',
  async (empty) => {
    const path = join(place, 'secrets.json')
    const names = ['studio-token', 'link-secret', 'management-api-key']
    writeFileSync(path, JSON.stringify(Object.fromEntries(names.map((name) => [name, empty]))))

    const station = await startStation(place, ['--only', 'studio,management'])
    try {
      const { studio, management = '', apiKey } = station.urls
      const withoutToken = await fetch(new URL('/', studio), { redirect: 'manual' })
      const withEmptyKey = await fetch(`${management}?api_key=${empty}`)

      expect([withoutToken.status, withEmptyKey.status]).toEqual([401, 401])
      expect((await fetch(`${management}?api_key=${apiKey}`)).status).toBe(200)
      const kept = z.record(z.string(), z.string().min(20)).parse(JSON.parse(readFileSync(path, 'utf8')))
      expect(Object.keys(kept)).toEqual(names)
    } finally {
      await station.stop()
    }
  },
)

test.skipIf(process.platform === 'win32' || process.getuid?.() === 0)(
  'a folder that can only be read is named',
  async () => {
    chmodSync(place, 0o500)

    expect(await lastWords(place)).toBe(
      `The folder ${place} cannot be used: your user account has no write permission. Choose another one with --library.\n`,
    )
    chmodSync(place, 0o700)
  },
)

describe.skipIf(process.platform === 'win32')('on a machine with other users', () => {
  test('a station writes nothing that they can read', async () => {
    const library = join(place, 'library')
    mkdirSync(library, { mode: 0o755 })
    const station = await startStation(library, ['--only', 'studio'])
    // The reserve is written when the station is up.
    await expect.poll(() => existsSync(join(library, 'reserve.bin'))).toBe(true)
    const names = ['', 'library.db', 'library.db-wal', 'secrets.json', 'blobs', 'events/events.db', 'reserve.bin']

    const open = names.filter((name) => (statSync(join(library, name)).mode & 0o077) !== 0)

    expect(open).toEqual([])
    await station.stop()
  })
})
