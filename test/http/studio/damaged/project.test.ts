import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { changeRows } from '../../../kit/library-rows.ts'
import { removeFolder } from '../../../kit/remove-folder.ts'
import { type StationProcess, startStation } from '../../../kit/station-process.ts'
import { makeTwoVersions } from '../../../kit/two-versions.ts'

let folder: string
let station: StationProcess

/** A project with two versions, in a folder and in the catalog, whose address is then damaged, beside a sound project. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tessera-damaged-'))
  station = await startStation(join(folder, 'library'), ['--only', 'studio'])
  const { studio } = station
  const { project } = await makeTwoVersions(station)
  const { id } = await studio.folders.create({ name: 'Harbor', parentId: null })
  await studio.folders.place({ project, folder: id })
  await studio.projects.setPublic({ project, isPublic: true })
  await studio.trash.moveVersion({ project, version: 1 })
  await studio.projects.create({ name: 'Sound', type: 'object-detection' })
  changeRows(join(folder, 'library', 'library.db'), `UPDATE project SET slug = 'Bad Slug' WHERE slug = '${project}'`)
})

afterAll(async () => {
  await station.kill()
  await removeFolder(folder)
})

test('a project with a damaged address is listed by its id in its folder, and leaves the other lists whole', async () => {
  const { studio } = station
  expect((await studio.projects.list()).map(({ slug }) => slug)).toEqual(['sound'])
  const [damaged, ...others] = await studio.projects.damaged()
  expect([damaged, others]).toEqual([{ slug: expect.stringMatching(/^\w+$/), name: expect.any(String) }, []])
  expect((await studio.folders.list()).map(({ projects }) => projects)).toEqual([[damaged?.slug]])
  const parent = { project: { slug: damaged?.slug } }
  expect(await studio.trash.list()).toMatchObject([
    { kind: 'version', ...parent },
    { kind: 'images', ...parent },
  ])
  expect(await studio.catalog.search({ text: '', looks: null, limit: 9 })).toEqual({ total: 0, cards: [] })
  await studio.tasks.list()
})

test('it moves to the trash by its id, and comes back with an address made from its name', async () => {
  const { studio } = station
  const [damaged] = await studio.projects.damaged()
  if (damaged === undefined) throw new Error('No project is damaged')
  expect(
    await studio.trash.restore({ kind: 'version', projectId: (await versionInTrash()).id, number: 1 }),
  ).toMatchObject({
    project: damaged.slug,
  })
  const { projectId } = await studio.trash.moveProject({ project: damaged.slug })
  expect(projectId).toBe(damaged.slug)
  expect(await studio.projects.damaged()).toEqual([])

  const { project, takenSlug } = await studio.trash.restore({ kind: 'project', id: projectId })
  expect(takenSlug).toBeNull()
  expect((await studio.projects.list()).map(({ slug }) => slug).toSorted()).toEqual([project, 'sound'].toSorted())
  expect(await studio.projects.damaged()).toEqual([])
})

/** The project of the version in the trash. */
async function versionInTrash() {
  const [item] = await station.studio.trash.list()
  if (item?.kind !== 'version') throw new Error('No version is in the trash')
  return item.project
}
