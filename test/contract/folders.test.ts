import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Refusal } from '#common/errors'
import { sentenceOf } from '#common/messages/sentence'
import type { Management } from '#core/management/ports'
import { newProject } from '../kit/dataset.ts'
import { MANAGEMENTS } from '../kit/managements.ts'
import { type TestStation, testStation } from '../kit/station.ts'

describe.each(MANAGEMENTS)('the folders of the $name management', ({ open }) => {
  let station: TestStation
  let management: Management

  beforeAll(async () => {
    station = await testStation()
    management = await open(station)
  })

  afterAll(async () => station.close())

  async function newFolder(name: string, parentId?: string): Promise<string> {
    return valueOf(await management.folders.create({ name, parentId })).id
  }

  async function projectsOf(folder: string): Promise<readonly string[]> {
    return valueOf(await management.folders.read(folder)).projects
  }

  test('makes a folder with projects, lists it and reads it back', async () => {
    const project = await newProject(station)
    const wanted = { name: ' Line 3 ', externalId: 'erp-7', projects: [`acme/${project}`] }

    const created = valueOf(await management.folders.create(wanted))

    expect(created).toEqual({
      id: expect.any(String),
      name: 'Line 3',
      parentId: undefined,
      externalId: 'erp-7',
      projects: [project],
    })
    expect(valueOf(await management.folders.list())).toContainEqual(created)
    expect(valueOf(await management.folders.read(created.id))).toEqual(created)
  })

  test('renames a folder, moves it into another and back to the top', async () => {
    const [outer, inner] = [await newFolder('Outer'), await newFolder('Inner')]

    const moved = valueOf(await management.folders.change(inner, { name: 'Core', parentId: outer }))
    const back = valueOf(await management.folders.change(inner, { parentId: null }))

    expect(moved).toMatchObject({ id: inner, name: 'Core', parentId: outer })
    expect(back).toMatchObject({ id: inner, name: 'Core', parentId: undefined })
  })

  test('refuses to put a folder into itself or below itself', async () => {
    const outer = await newFolder('Outer')
    const inner = await newFolder('Inner', await newFolder('Middle', outer))

    const answers = [
      await management.folders.change(outer, { parentId: outer }),
      await management.folders.change(outer, { parentId: inner }),
    ]

    expect(answers.map(refusalOf)).toEqual([
      expect.stringContaining('Outer cannot be moved into itself'),
      expect.stringContaining('Outer cannot be moved into itself'),
    ])
    expect(valueOf(await management.folders.read(outer)).parentId).toBeUndefined()
  })

  test('keeps a project in one folder at a time', async () => {
    const project = await newProject(station)
    const [first, second] = [await newFolder('First'), await newFolder('Second')]
    valueOf(await management.folders.addProjects(first, [project]))

    valueOf(await management.folders.addProjects(second, [project]))

    expect([await projectsOf(first), await projectsOf(second)]).toEqual([[], [project]])
    valueOf(await management.folders.removeProjects(first, [project]))
    expect(await projectsOf(second)).toEqual([project])
    valueOf(await management.folders.removeProjects(second, [project]))
    expect(await projectsOf(second)).toEqual([])
  })

  test('moves what lies in a deleted folder to the folder above, and loses no project', async () => {
    const [inside, atTop] = [await newProject(station), await newProject(station)]
    const outer = await newFolder('Outer')
    const middle = await newFolder('Middle', outer)
    const inner = await newFolder('Inner', middle)
    valueOf(await management.folders.addProjects(middle, [inside]))

    valueOf(await management.folders.remove(middle))

    expect(valueOf(await management.folders.read(inner)).parentId).toBe(outer)
    expect(await projectsOf(outer)).toEqual([inside])
    valueOf(await management.folders.addProjects(outer, [atTop]))
    valueOf(await management.folders.remove(outer))
    expect(valueOf(await management.folders.read(inner)).parentId).toBeUndefined()
    expect((await management.project(inside)).ok).toBe(true)
  })

  test('leaves out a project while it is in the trash', async () => {
    const project = await newProject(station)
    const folder = await newFolder('Bin')
    valueOf(await management.folders.addProjects(folder, [project]))
    const { projectId: id } = valueOf(await management.trash.moveProject(project))

    const during = await projectsOf(folder)
    valueOf(await management.trash.restore({ type: 'project', id }))

    expect([during, await projectsOf(folder)]).toEqual([[], [project]])
  })

  test('refuses what is not there, a name that is not usable and an external identifier that is taken', async () => {
    const folder = await newFolder('Solid')
    const project = await newProject(station)
    valueOf(await management.folders.create({ name: 'Named', externalId: 'erp-8' }))

    const answers = [
      await management.folders.read('nosuchfolder00000000'),
      await management.folders.create({ name: 'Lost', parentId: 'nosuchfolder00000000' }),
      await management.folders.addProjects(folder, [project, 'nowhere']),
      await management.folders.create({ name: ' ' }),
      await management.folders.change(folder, { name: 'x'.repeat(101) }),
      await management.folders.create({ name: 'Again', externalId: 'erp-8' }),
    ]

    expect(answers.map(refusalOf)).toEqual([
      expect.stringContaining('no folder "nosuchfolder00000000"'),
      expect.stringContaining('no folder "nosuchfolder00000000"'),
      expect.stringContaining('no project "nowhere"'),
      expect.stringContaining('A folder needs a name'),
      expect.stringContaining('at most 100 characters'),
      expect.stringContaining('external_id "erp-8"'),
    ])
    expect(await projectsOf(folder)).toEqual([])
  })
})

type Answer<Value> = { ok: true; value: Value } | { ok: false; error: Refusal }

function valueOf<Value>(answer: Answer<Value>): Value {
  if (answer.ok) return answer.value
  throw new Error(sentenceOf(answer.error))
}

function refusalOf(answer: Answer<unknown>): string {
  return answer.ok ? 'It was not refused' : sentenceOf(answer.error)
}
