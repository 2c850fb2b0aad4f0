import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { FolderView } from '#common/contract/workspace/folders'
import { refuse } from '#common/errors'
import { FolderId, ProjectSlug } from '#common/ids'
import { sentenceOf } from '#common/messages/sentence'
import type { ManagedFolder } from '#core/management/folders'
import type { Management } from '#core/management/ports'
import { newProject } from '../kit/dataset.ts'
import { MANAGEMENTS } from '../kit/managements.ts'
import { remoteProcedures, type StudioOfRemote, studioOfRemote } from '../kit/remote.ts'
import { type TestStation, testStation } from '../kit/station.ts'

describe.each(MANAGEMENTS)('folders elsewhere, over the $name management', ({ open }) => {
  let station: TestStation
  let management: Management
  let studio: StudioOfRemote

  beforeAll(async () => {
    station = await testStation()
    management = await open(station)
    studio = remoteProcedures(studioOfRemote(management))
  })

  afterAll(async () => station.close())

  const makeProject = async () => ProjectSlug.parse(await newProject(station))

  const make = (name: string, parent?: FolderView) => studio.folders.create({ name, parentId: parent?.id ?? null })

  /** Where a folder lies, and what lies in it; undefined when it is gone. */
  async function told(name: string) {
    const all = await studio.folders.list()
    const folder = all.find((each) => each.name === name)
    return folder && { in: all.find(({ id }) => id === folder.parentId)?.name ?? null, projects: folder.projects }
  }

  test('a folder is made, renamed and moved there', async () => {
    const dock = await make('Dock')
    const crane = await make('Crane', dock)

    expect(await told('Crane')).toEqual({ in: 'Dock', projects: [] })
    expect(await studio.folders.rename({ folder: crane.id, name: 'Cranes' })).toMatchObject({ name: 'Cranes' })
    expect(await studio.folders.move({ folder: crane.id, parentId: null })).toMatchObject({ parentId: null })
    expect(await told('Cranes')).toEqual({ in: null, projects: [] })
    const names = (await studio.folders.list()).map(({ name }) => name)
    expect(names.indexOf('Cranes')).toBeLessThan(names.indexOf('Dock'))
  })

  test('a folder cannot be moved into itself, and one without a name is not made', async () => {
    const outer = await make('Outer')
    const inner = await make('Inner', outer)

    const moved = studio.folders.move({ folder: outer.id, parentId: inner.id })

    await expect(moved).rejects.toMatchObject({ code: 'REFUSED', message: expect.stringContaining('itself') })
    await expect(make('  ')).rejects.toMatchObject({ message: expect.stringContaining('needs a name') })
    expect(await told('Outer')).toMatchObject({ in: null })
  })

  test('a project is put into a folder, into another one, and into none, each time telling where it lay', async () => {
    const [one, two, project] = [await make('One'), await make('Two'), await makeProject()]

    const first = await studio.folders.place({ project, folder: one.id })
    const second = await studio.folders.place({ project, folder: two.id })
    const inTwo = [await told('One'), await told('Two')]
    const third = await studio.folders.place({ project, folder: null })

    expect([first, second, third].map(({ before }) => before)).toEqual([null, one.id, two.id])
    expect(inTwo).toMatchObject([{ projects: [] }, { projects: [project] }])
    expect(await told('Two')).toMatchObject({ projects: [] })
  })

  test('a folder that is deleted leaves what lay in it to the one above, and comes back with it', async () => {
    const top = await make('Top')
    const middle = await make('Middle', top)
    await make('Low', middle)
    const project = await makeProject()
    await studio.folders.place({ project, folder: middle.id })

    const removed = await studio.folders.remove({ folder: middle.id })
    const without = [await told('Middle'), await told('Low'), await told('Top')]
    const back = await studio.folders.restore({ removed })

    expect(without).toEqual([undefined, { in: 'Top', projects: [] }, { in: null, projects: [project] }])
    expect(back).toMatchObject({ name: 'Middle', parentId: top.id, projects: [project] })
    expect(await told('Low')).toEqual({ in: 'Middle', projects: [] })
    expect(await told('Top')).toEqual({ in: null, projects: [] })
  })

  test('what was moved elsewhere since a folder was deleted stays there', async () => {
    const [gone, other] = [await make('Gone'), await make('Other')]
    const [child, stays] = [await make('Child', gone), await make('Stays', gone)]
    const [project, moved] = [await makeProject(), await makeProject()]
    await studio.folders.place({ project, folder: gone.id })
    await studio.folders.place({ project: moved, folder: gone.id })
    const removed = await studio.folders.remove({ folder: gone.id })
    await studio.folders.place({ project: moved, folder: other.id })
    await studio.folders.move({ folder: stays.id, parentId: other.id })

    await studio.folders.restore({ removed })

    expect(child.parentId).toBe(gone.id)
    expect(await told('Gone')).toEqual({ in: null, projects: [project] })
    expect(await told('Child')).toEqual({ in: 'Gone', projects: [] })
    expect(await told('Other')).toEqual({ in: null, projects: [moved] })
    expect(await told('Stays')).toEqual({ in: 'Other', projects: [] })
  })

  test('a folder that another system named comes back with that name', async () => {
    const made = await management.folders.create({ name: 'Foreign', externalId: 'crm-7' })
    if (!made.ok) throw new Error(sentenceOf(made.error))

    const removed = await studio.folders.remove({ folder: FolderId.parse(made.value.id) })
    const { id } = await studio.folders.restore({ removed })

    expect(await management.folders.read(id)).toMatchObject({ ok: true, value: { externalId: 'crm-7' } })
  })

  test('a return that breaks off leaves everything where it was, and can be tried again', async () => {
    const whole = await make('Whole')
    await make('Part', whole)
    const project = await makeProject()
    await studio.folders.place({ project, folder: whole.id })
    const removed = await studio.folders.remove({ folder: whole.id })
    const locked = refuse('remote-said', { words: 'The folder is locked' })
    const stuck: Management = {
      ...management,
      folders: { ...management.folders, change: async () => locked },
    }

    const failed = remoteProcedures(studioOfRemote(stuck)).folders.restore({ removed })

    await expect(failed).rejects.toMatchObject({ message: 'The folder is locked' })
    expect(await told('Whole')).toBe(undefined)
    expect(await told('Part')).toEqual({ in: null, projects: [] })
    expect(await studio.folders.restore({ removed })).toMatchObject({ projects: [project] })
    expect(await told('Part')).toEqual({ in: 'Whole', projects: [] })
  })

  test('a folder that is there already, or whose place is gone, does not come back', async () => {
    const above = await make('Above')
    const below = await make('Below', above)
    const removed = await studio.folders.remove({ folder: below.id })
    await studio.folders.remove({ folder: above.id })

    const back = studio.folders.restore({ removed })

    await expect(back).rejects.toMatchObject({ data: { reason: 'folder-not-found' } })
    const known = await make('Known')
    const twice = studio.folders.restore({
      removed: { folder: { ...known, externalId: null }, children: [], projects: [] },
    })
    await expect(twice).rejects.toMatchObject({ data: { reason: 'folder-taken' } })
  })

  test('a machine that has no folders inside folders is not said to have moved one', async () => {
    const [flat, wanted] = [await make('Flat'), await make('Wanted')]
    const { change } = management.folders
    const folders = { ...management.folders, change: (id: string) => change(id, {}) }

    const moved = remoteProcedures(studioOfRemote({ ...management, folders })).folders.move({
      folder: flat.id,
      parentId: wanted.id,
    })

    await expect(moved).rejects.toMatchObject({ data: { reason: 'remote-cannot' } })
  })

  test('answers that go round in circles, name nothing known or cannot be carried are shown as a tree', async () => {
    const project = await makeProject()
    const told = [
      folder('ring-one', { parentId: 'ring two' }),
      folder('ring two', { parentId: 'ring-one', projects: [project, 'No Slug!'] }),
      folder('lost', { parentId: 'nobody', projects: [project] }),
      folder('in lost', { parentId: 'lost' }),
    ]
    const folders = { ...management.folders, list: async () => ({ ok: true, value: told }) as const }

    const shown = await remoteProcedures(studioOfRemote({ ...management, folders })).folders.list()

    const idOf = (name: string) => shown.find((each) => each.name === name)?.id
    expect(shown.map(({ name, parentId, projects }) => ({ name, parentId, projects }))).toEqual([
      { name: 'in lost', parentId: idOf('lost'), projects: [] },
      { name: 'lost', parentId: null, projects: [] },
      { name: 'ring two', parentId: null, projects: [project] },
      { name: 'ring-one', parentId: null, projects: [] },
    ])
  })

  test('a key is limited to folders there', async () => {
    const yard = await make('Yard')
    const shed = await make('Shed', yard)

    const names = (await studio.keys.folders()).map(({ name }) => name)
    const { key } = await studio.keys.create({ name: 'Door', rights: 'viewer', folders: [shed.id] })

    expect(names).toEqual(expect.arrayContaining(['Yard', 'Yard / Shed']))
    expect(key.folders).toEqual(['Yard / Shed'])
    expect((await studio.keys.list()).keys.find(({ id }) => id === key.id)).toEqual(key)
    expect(await management.keys.read(key.id)).toMatchObject({ ok: true, value: { folderIds: [shed.id] } })
    const lost = studio.keys.create({ name: 'Lost', rights: 'viewer', folders: [FolderId.parse('nowhere00')] })
    await expect(lost).rejects.toMatchObject({ data: { reason: 'folder-not-found' } })
  })
})

function folder(name: string, about: Partial<ManagedFolder>): ManagedFolder {
  return { id: name, name, parentId: undefined, externalId: undefined, projects: [], ...about }
}
