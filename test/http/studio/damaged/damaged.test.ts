import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { EventFilterView } from '#common/contract/events'
import { eventsExportUrl } from '#common/contract/urls'
import { inEventsDb } from '../../../kit/event-rows.ts'
import { newEvent } from '../../../kit/event-store.ts'
import { damageRows } from '../../../kit/library-rows.ts'
import { removeFolder } from '../../../kit/remove-folder.ts'
import { type StationProcess, startStation } from '../../../kit/station-process.ts'
import { makeTwoVersions, type TwoVersions } from '../../../kit/two-versions.ts'

let folder: string
let library: string
let station: StationProcess
let made: TwoVersions

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tessera-damaged-'))
  library = join(folder, 'library')
  station = await startStation(library, ['--only', 'studio,events'])
  made = await makeTwoVersions(station)
})

afterAll(async () => {
  await station.kill()
  await removeFolder(folder)
})

async function send(device: string): Promise<string> {
  const body = JSON.stringify(newEvent({ device_id: device }))
  const answer = await fetch(`${station.urls.events}/v2/events`, { method: 'POST', body })
  return String(Object(await answer.json()).id)
}

test('a damaged version stands in the list as damaged, says so when it is read, and can be deleted', async () => {
  const { project } = made
  const recipe = { from: '"preprocessing"', to: '"preprocessing#', where: 'number = 1' }
  damageRows(join(library, 'library.db'), 'version.settings', recipe)
  const states = async () =>
    (await station.studio.versions.list({ project })).map(({ number, state }) => [number, state])
  expect(await states()).toEqual([
    [2, 'ready'],
    [1, 'damaged'],
  ])
  await expect(station.studio.versions.read({ project, version: 1 })).rejects.toMatchObject({
    code: 'REFUSED',
    data: { reason: 'row-damaged' },
    message: expect.stringMatching(/^Version 1 is damaged/),
  })
  await station.studio.trash.moveVersion({ project, version: 1 })
  expect(await states()).toEqual([[2, 'ready']])
})

test('the events of a screen and of an export name a damaged one', async () => {
  const [good, bad, odd] = [await send('cam'), await send('cam'), await send('cam')]
  inEventsDb(library, (db) => {
    const spoil = db.prepare('UPDATE event SET body = replace(body, ?, ?) WHERE id = ?')
    spoil.run('"event_data":', '"event_data#:', bad)
    spoil.run('"event_data":', '"evant_data":', odd)
  })
  const filter = EventFilterView.parse({ devices: ['cam'] })
  const page = await station.studio.events.page({ filter, limit: 10, direction: 'asc' })
  expect([page.events.map(({ id }) => id), page.damaged.toSorted()]).toEqual([[good], [bad, odd].toSorted()])
  await expect(station.studio.events.find({ event: bad })).rejects.toMatchObject({
    message: expect.stringContaining(`The event ${bad} is damaged`),
  })
  await expect(station.studio.events.find({ event: odd })).rejects.toMatchObject({
    message: expect.stringContaining(`The event ${odd} is damaged`),
  })

  for (const selection of [{ filter }, { ids: [good, bad] }]) {
    const exported = await station.fetch(eventsExportUrl(selection, 'jsonl'))
    const lines = (await exported.text()).trimEnd().split('\n')
    const told = lines.map((line): unknown => JSON.parse(line))
    expect(told).toContainEqual({ id: bad, damaged: true })
    expect(told).toContainEqual(expect.objectContaining({ id: good }))
  }
})

test('a task that cannot be read any more ends with the reason, and the program starts', async () => {
  await station.stop()
  const db = new Database(join(library, 'library.db'))
  db.prepare(`UPDATE task SET status = 'running', result = NULL, input = '{"project#:1}' WHERE kind = 'version'`).run()
  db.close()
  station = await startStation(library, ['--only', 'studio,events'])
  const tasks = (await station.studio.tasks.list()).filter(({ kind }) => kind === 'version')
  expect(tasks.map(({ status, error }) => [status, error?.english])).toEqual(
    tasks.map(() => ['failed', expect.stringMatching(/^The task is damaged/)]),
  )
  expect(tasks).not.toEqual([])
})
