import { cp, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { changeRows } from '../../../kit/library-rows.ts'
import { removeFolder } from '../../../kit/remove-folder.ts'
import { startStation } from '../../../kit/station-process.ts'
import { makeTwoVersions, type TwoVersions } from '../../../kit/two-versions.ts'

const SERVERS = ['--only', 'studio,management']

let folder: string
let made: TwoVersions

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tessera-values-'))
  const station = await startStation(join(folder, 'made'), SERVERS)
  made = await makeTwoVersions(station)
  await station.stop()
})

afterAll(() => removeFolder(folder))

/** A station with a copy of a project of four images and two versions; each test asks, damages what it names, and asks again. */
async function kitchen() {
  const library = await mkdtemp(join(folder, 'library-'))
  await cp(join(folder, 'made'), library, { recursive: true })
  let station = await startStation(library, SERVERS)
  onTestFinished(() => station.kill())
  return {
    ...made,
    station: () => station,
    damage: (statement: string) => changeRows(join(library, 'library.db'), statement),
    async restart() {
      await station.stop()
      station = await startStation(library, SERVERS)
    },
    async manage(path: string, json?: object) {
      const { urls } = station
      const init = { method: json ? 'POST' : 'GET', headers: { authorization: `Bearer ${urls.apiKey}` } }
      const body = json && {
        body: JSON.stringify(json),
        headers: { ...init.headers, 'content-type': 'application/json' },
      }
      const answer = await fetch(`${urls.management}/${path}`, { ...init, ...body })
      return answer.status
    },
  }
}

test('damaged columns of an image cost that image alone', async () => {
  const { project, station, damage, manage } = await kitchen()
  const { studio, urls } = station()
  const root = urls.workspace
  const searched = async () => [
    await manage(`${root}/${project}/search`, { prompt: '', fields: ['id', 'split', 'created'] }),
    await manage(`${root}/search/v1`, { query: '*' }),
    await manage(`${root}/${project}`),
    await manage(root),
  ]
  expect(await searched()).toEqual([200, 200, 200, 200])
  for (const [column, spoilt] of [
    ['split', "'trbin'"],
    ['state', "'dome'"],
    ['added_at', '9e999'],
    ['color', "'#zz'"],
    ['review', "'approvad'"],
  ]) {
    damage(`UPDATE image SET ${column} = ${spoilt} WHERE seq = 1`)
    expect([column, await searched()]).toEqual([column, [200, 200, 200, 200]])
    const facets = await studio.images.facets({ project })
    expect(Object.values(facets.splits).reduce((sum, each) => sum + each)).toBeGreaterThanOrEqual(2)
    const page = await studio.images.page({ project, filter: {}, sort: 'name', offset: 0, limit: 10 })
    expect(page.rows.length).toBeGreaterThanOrEqual(2)
    const table = await studio.images.rows({ project, filter: {}, sort: 'name', offset: 0, limit: 10 })
    expect(table.rows.length).toBeGreaterThanOrEqual(2)
  }
})

test('dates that are none cost only their project', async () => {
  const { station, damage, manage } = await kitchen()
  const { studio, urls } = station()
  await studio.projects.create({ name: 'Sound', type: 'object-detection' })
  damage(`UPDATE project SET created_at = 9e999, updated_at = -1e300 WHERE name = 'Kitchen'`)
  expect((await studio.projects.list()).map(({ name }) => name)).toEqual(['Sound'])
  expect(await studio.projects.damaged()).toEqual([{ slug: 'kitchen', name: 'Kitchen' }])
  expect(await manage(urls.workspace)).toBe(200)
})

test('a class and a version with damaged columns do not close their lists', async () => {
  const { project, station, damage } = await kitchen()
  const { studio } = station()
  damage(`UPDATE label_class SET color = -99999999999, position = -3, chord = 'xyz', shapes = -4 WHERE name = 'cup'`)
  damage(`UPDATE version SET seed = 'zz', manifest = 'zz' WHERE number = 1`)
  expect((await studio.projects.classes.list({ project })).map(({ name }) => name).toSorted()).toEqual([
    'coin',
    'cup',
    'pet',
  ])
  expect((await studio.versions.list({ project })).map(({ state }) => state)).toEqual(['ready', 'damaged'])
})

test('a folder that lies in itself does not close the list of keys', async () => {
  const { station, damage, manage } = await kitchen()
  const { studio, urls } = station()
  expect((await studio.keys.list()).keys).toHaveLength(1)
  const made = await manage(`${urls.workspace}/groups`, { name: 'Loop', projects: [] })
  expect(made).toBeLessThan(300)
  damage('UPDATE folder SET parent_id = id')
  expect((await studio.keys.folders()).map(({ name }) => name)).toEqual(['Loop'])
})

test('a first key with damaged rights does not keep the station from starting', async () => {
  const { station, damage, restart, manage } = await kitchen()
  damage(`UPDATE api_key SET scopes = '[7' WHERE name = 'First key'`)
  await restart()
  const { studio, urls } = station()
  expect(await manage(urls.workspace)).toBe(200)
  const { keys } = await studio.keys.list()
  expect(keys.map(({ name, rights }) => `${name}: ${rights}`).toSorted()).toEqual([
    'First key: custom',
    'First key: everything',
  ])
  const bad = keys.find(({ rights }) => rights === 'custom')
  await studio.keys.revoke({ id: bad?.id ?? '' })
  expect((await studio.keys.list()).keys).toHaveLength(1)
})
