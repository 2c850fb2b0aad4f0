import { execFileSync, spawnSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ProjectSlug } from '#common/ids'
import { hasProgram, originalOf, packedStation, startInstalled, uploadImage } from '../kit/packed-station.ts'
import { removeFolder } from '../kit/remove-folder.ts'
import { photo, type StationProcess } from '../kit/station-process.ts'
import { untilEnded } from '../kit/tasks.ts'

const FOLDER = mkdtempSync(join(tmpdir(), 'tessera-deb-test-'))
/** A system with nothing in it but its first user. */
const ROOT = join(FOLDER, 'root')
const LIBRARY = join(ROOT, 'var/lib/tessera-station')
const PROGRAM = join(ROOT, 'usr/bin/tessera-station')
const VERSIONS = join(ROOT, 'opt/tessera-station/versions')
const canInstall = process.platform === 'linux' && process.getuid?.() === 0 && hasProgram('dpkg-deb')

describe.skipIf(!canInstall)('a station from a deb (needs dpkg and root)', () => {
  let station: StationProcess
  let image: string

  beforeAll(async () => {
    for (const path of ['etc', 'var/lib/dpkg/info', 'var/lib/dpkg/updates', 'var/log'])
      mkdirSync(join(ROOT, path), { recursive: true })
    writeFileSync(join(ROOT, 'var/lib/dpkg/status'), '')
    writeFileSync(join(ROOT, 'etc/passwd'), 'root:x:0:0:root:/root:/bin/sh\n')
    // A group of its name, with no account.
    writeFileSync(join(ROOT, 'etc/group'), 'root:x:0:\ntessera:x:990:\n')
    dpkg('-i', await packedStation('deb', FOLDER, '0.1.0'))
  })

  afterAll(async () => {
    await station?.kill()
    await removeFolder(FOLDER)
  })

  test('it is installed with its service, its settings and a user without a shell', async () => {
    expect(readFileSync(join(ROOT, 'etc/passwd'), 'utf8')).toMatch(
      /^tessera:[^:]*:\d+:990:.*:\/var\/lib\/tessera-station:\/usr\/sbin\/nologin$/m,
    )
    expect(readFileSync(join(ROOT, 'etc/default/tessera-station'), 'utf8')).toContain('TESSERA_LIBRARY')
    expect(statSync(join(ROOT, 'etc/default/tessera-station')).mode & 0o777).toBe(0o640)
    expect(existsSync(join(ROOT, 'usr/lib/systemd/system/tessera-station.service'))).toBe(true)
    expect(existsSync(LIBRARY)).toBe(false)
  })

  test.each([
    [
      'a login account of its name',
      (entry: string) => entry.replace('/usr/sbin/nologin', '/bin/bash'),
      'has a login shell',
    ],
    [
      'an account with the rights of root',
      (entry: string) => entry.replace(/^(tessera:[^:]*):\d+/m, '$1:0'),
      'the rights of root',
    ],
  ])('beside %s it is not configured, and says what to do', (_name, changed, sentence) => {
    const passwd = join(ROOT, 'etc/passwd')
    const own = readFileSync(passwd, 'utf8')
    writeFileSync(passwd, changed(own))
    const { status, stderr } = configure()
    writeFileSync(passwd, own)

    expect(status).toBe(1)
    expect(stderr).toContain(sentence)
  })

  test.each([
    ['a folder', (link: string) => mkdirSync(link)],
    ['the link of a station from an archive', (link: string) => symlinkSync('tessera-station-0.0.9-linux-x64', link)],
  ])('where %s stands in the place of its link, it says so', (_name, stand) => {
    const link = join(ROOT, 'opt/tessera-station/current')
    const target = readlinkSync(link)
    rmSync(link)
    stand(link)
    const { status, stderr } = configure()
    rmSync(link, { recursive: true, force: true })
    symlinkSync(target, link)

    expect(status).toBe(1)
    expect(stderr).toContain('current belongs to something else')
  })

  test('it works from where it was installed', async () => {
    station = await startInstalled(PROGRAM, LIBRARY)
    image = await uploadImage(station)

    expect(await originalOf(station, image)).toEqual(await photo('coffee.jpg'))
  })

  test('a newer version is installed while it runs, and it goes on with parts that it had not loaded', async () => {
    const [before = ''] = readdirSync(VERSIONS)
    dpkg('-i', await packedStation('deb', FOLDER, '0.2.0'))
    const { studio } = station
    const project = ProjectSlug.parse('cups')
    const settings = {
      preprocessing: { resize: { width: 64, height: 64, format: 'Stretch to' } },
      augmentation: {},
    } as const
    const version = await studio.versions.start({ project, name: '', settings, seed: '7'.repeat(32) })

    expect(await untilEnded(studio, version.taskId)).toMatchObject({ status: 'completed' })
    expect(readdirSync(VERSIONS)).toEqual([before, expect.stringMatching(/^0\.2\.0-/)])
    expect(readlinkSync(join(ROOT, 'opt/tessera-station/current'))).toMatch(/^versions\/0\.2\.0-/)
    expect(await station.stop()).toBe(0)
  })

  test('the newer version opens the same library', async () => {
    station = await startInstalled(PROGRAM, LIBRARY)

    expect(await originalOf(station, image)).toEqual(await photo('coffee.jpg'))
    expect(await station.stop()).toBe(0)
  })

  test('a version that no longer runs is deleted with the next installation', async () => {
    dpkg('-i', join(FOLDER, readdirSync(FOLDER).find((file) => file.includes('0.2.0')) ?? ''))

    expect(readdirSync(VERSIONS)).toEqual([expect.stringMatching(/^0\.2\.0-/)])
  })

  test('installing the same version again repairs a damaged file, and closes settings that others could read', () => {
    const program = join(ROOT, 'opt/tessera-station/current/app/dist/station/main.mjs')
    const sound = readFileSync(program)
    // Of this folder alone: the file is a link to that of the package.
    rmSync(program)
    writeFileSync(program, 'damaged')
    chmodSync(join(ROOT, 'etc/default/tessera-station'), 0o644)
    dpkg('-i', join(FOLDER, readdirSync(FOLDER).find((file) => file.includes('0.2.0')) ?? ''))

    expect(readFileSync(program)).toEqual(sound)
    expect(readdirSync(VERSIONS)).toHaveLength(1)
    expect(statSync(join(ROOT, 'etc/default/tessera-station')).mode & 0o777).toBe(0o640)
  })

  test.each(['--remove', '--purge'])('dpkg %s takes the program and leaves the library', (act) => {
    dpkg(act, 'tessera-station')

    expect(existsSync(join(ROOT, 'opt/tessera-station'))).toBe(false)
    expect(existsSync(PROGRAM)).toBe(false)
    expect(existsSync(join(ROOT, 'etc/default/tessera-station'))).toBe(act === '--remove')
    expect(readdirSync(LIBRARY)).toContain('library.db')
  })
})

/** On the clean root, whose libraries and commands are those of the machine. */
function configure() {
  const script = join(ROOT, 'var/lib/dpkg/info/tessera-station.postinst')
  return spawnSync('sh', [script, 'configure'], { env: { ...process.env, DPKG_ROOT: ROOT }, encoding: 'utf8' })
}

function dpkg(...args: readonly string[]): void {
  const root = [`--root=${ROOT}`, '--force-script-chrootless', '--force-depends', '--force-unsafe-io']
  execFileSync('dpkg', [...root, ...args], { stdio: 'pipe' })
}
