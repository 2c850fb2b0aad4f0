import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Refusal } from '#common/errors'
import { sentenceOf } from '#common/messages/sentence'
import type { Management } from '#core/management/ports'
import { newProject, newVersion, uploadLabelled } from '../kit/dataset.ts'
import { MANAGEMENTS } from '../kit/managements.ts'
import { type TestStation, testStation } from '../kit/station.ts'

describe.each(MANAGEMENTS)('the trash of the $name management', ({ open }) => {
  let station: TestStation
  let management: Management

  beforeAll(async () => {
    station = await testStation()
    management = await open(station)
  })

  afterAll(async () => station.close())

  test('takes a project, lists it, and gives it back', async () => {
    const slug = await newProject(station)
    const { name } = valueOf(await management.project(slug)).project

    const moved = valueOf(await management.trash.moveProject(slug))
    const listed = valueOf(await management.trash.list())
    const gone = await management.project(slug)
    const restored = valueOf(await management.trash.restore({ type: 'project', id: moved.projectId }))

    expect(moved).toEqual({ projectId: expect.any(String), project: slug })
    const times = { deletedAt: expect.any(Date), cleanupAt: expect.any(Date), deletedByName: 'Acme' }
    expect(listed).toEqual([{ type: 'project', id: moved.projectId, name, slug, parent: undefined, ...times }])
    expect(refusalOf(gone)).toContain(`no project "${slug}"`)
    expect(restored).toEqual({ type: 'project', id: moved.projectId, slug, takenSlug: undefined })
    expect(valueOf(await management.project(slug)).project.name).toBe(name)
  })

  test('takes a version, lists it with its project, and gives it back', async () => {
    const slug = await newProject(station)
    await uploadLabelled(station, slug)
    const number = await newVersion(station, slug, { versionName: 'Second try' })

    const { projectId } = valueOf(await management.trash.moveVersion(slug, number))
    const [item] = valueOf(await management.trash.list())
    const gone = await management.version(slug, number)
    const restored = valueOf(await management.trash.restore({ type: 'version', id: '1', parentId: projectId }))

    expect(item).toMatchObject({
      type: 'version',
      id: '1',
      name: 'Second try',
      slug: undefined,
      parent: { id: projectId, slug },
    })
    expect(refusalOf(gone)).toContain('no version 1')
    expect(restored).toEqual({ type: 'version', id: '1', slug: undefined, takenSlug: undefined })
    expect(valueOf(await management.version(slug, number)).version.name).toBe('Second try')
  })

  test('gives a project back under a free address when its own was taken', async () => {
    const wanted = { name: 'Cups', type: 'object-detection' }
    valueOf(await management.createProject(wanted))
    const { projectId: id } = valueOf(await management.trash.moveProject('cups'))
    valueOf(await management.createProject(wanted))

    const restored = valueOf(await management.trash.restore({ type: 'project', id }))

    expect(restored).toEqual({ type: 'project', id, slug: 'cups-2', takenSlug: 'cups' })
  })

  test('refuses what is not there, and a version whose project is in the trash', async () => {
    const slug = await newProject(station)
    await uploadLabelled(station, slug)
    await newVersion(station, slug)
    const { projectId: parentId } = valueOf(await management.trash.moveVersion(slug, 1))
    valueOf(await management.trash.moveProject(slug))

    const answers = [
      await management.trash.moveProject(slug),
      await management.trash.moveVersion(slug, 1),
      await management.trash.restore({ type: 'project', id: 'nosuchproject0000000' }),
      await management.trash.restore({ type: 'version', id: '1', parentId }),
    ]

    expect(answers.map(refusalOf)).toEqual([
      expect.stringContaining(`no project "${slug}"`),
      expect.stringContaining(`no project "${slug}"`),
      expect.stringContaining('no project "nosuchproject0000000" in the trash'),
      expect.stringContaining('Restore the project first'),
    ])
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
