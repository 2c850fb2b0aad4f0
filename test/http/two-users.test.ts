import { spawn } from 'node:child_process'
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { STATION_FLAGS } from '../../scripts/kit/node.mjs'
import { type StationProcess, startedStation, startStation, stationArgs } from '../kit/station-process.ts'

/** `nobody` and its group, on every Linux. */
const OTHER = { uid: 65_534, gid: 65_534 }

/** Only root may start a program as somebody else. */
const canBeOther = process.platform === 'linux' && process.getuid?.() === 0

describe.skipIf(!canBeOther)('two users on one machine', () => {
  const place = mkdtempSync(join(tmpdir(), 'tessera-users-'))
  const [ours, theirs] = [join(place, 'ours'), join(place, 'theirs')]
  let station: StationProcess

  beforeAll(async () => {
    // Anybody may pass through the folder of the tests, and look into this one.
    chmodSync(tmpdir(), statSync(tmpdir()).mode | 0o011)
    chmodSync(place, 0o755)
    mkdirSync(theirs)
    chownSync(theirs, OTHER.uid, OTHER.gid)
    station = await startStation(ours, ['--only', 'studio'])
  })

  afterAll(async () => {
    await station.stop()
    rmSync(place, { recursive: true, force: true })
  })

  test('each runs a station on a library of their own', async () => {
    const other = await startAsOther(join(theirs, 'library'))

    expect(await other.studio.projects.list()).toEqual([])
    expect(await station.studio.projects.list()).toEqual([])
    expect(await other.stop()).toBe(0)
  })

  test("one cannot open the other's library, and is told why", async () => {
    await expect(startAsOther(ours)).rejects.toThrow(
      `The folder ${ours} cannot be used: your user account has no write permission. Choose another one with --library.`,
    )
  })

  test('in a folder that both may write, the files are still those of one', async () => {
    chmodSync(ours, 0o777)

    await expect(startAsOther(ours)).rejects.toThrow(
      `The file ${join(ours, 'lock.db')} cannot be used: your user account has no write permission. Give your user account read and write access, or choose another folder with --library.`,
    )
  })

  test('a library that both may write is open to one at a time', async () => {
    for (const name of readdirSync(ours, { recursive: true })) chmodSync(join(ours, String(name)), 0o777)

    await expect(startAsOther(ours)).rejects.toThrow(
      new RegExp(
        `^The station ended at its start: The library ${ours} is already open in another instance of Tessera \\(process ${station.pid} on `,
      ),
    )
    expect(await station.studio.projects.list()).toEqual([])
  })

  function startAsOther(library: string): Promise<StationProcess> {
    const args = [...STATION_FLAGS, 'dist/station/main.mjs', ...stationArgs(library, ['--only', 'studio'])]
    const env = { ...process.env, HOME: theirs }
    return startedStation(spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'], env, ...OTHER }))
  }
})
