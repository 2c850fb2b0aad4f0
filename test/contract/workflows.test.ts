import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sentenceOf } from '#common/messages/sentence'
import type { Management } from '#core/management/ports'
import { inWords } from '../kit/in-words.ts'
import { MANAGEMENTS } from '../kit/managements.ts'
import { type TestStation, testStation } from '../kit/station.ts'

const FIRST = '{"specification": {"version": "1.0", "steps": []}}'
const SECOND = '{"specification": {"version": "1.0", "steps": [1]}}'

describe.each(MANAGEMENTS)('the workflows of the $name management', ({ open }) => {
  let station: TestStation
  let management: Management

  beforeAll(async () => {
    station = await testStation()
    management = await open(station)
  })

  afterAll(async () => station.close())

  test('a workflow is kept word for word, and every change of its steps is a version', async () => {
    const { workflows } = management
    const created = await workflows.create({ name: 'Count crates', config: FIRST })
    if (!created.ok) throw new Error(sentenceOf(created.error))
    const { id } = created.value

    const renamed = await workflows.update(id, { name: 'Count boxes' })
    const changed = await workflows.update('count-crates', { config: SECOND })

    expect(created.value).toMatchObject({ slug: 'count-crates', name: 'Count crates', config: FIRST, version: 1 })
    expect(renamed).toMatchObject({ ok: true, value: { name: 'Count boxes', version: 1 } })
    expect(changed).toMatchObject({ ok: true, value: { config: SECOND, version: 2 } })
    expect(await workflows.read(id, 1)).toMatchObject({ ok: true, value: { config: FIRST, version: 1 } })
    expect(await workflows.read(id)).toMatchObject({ ok: true, value: { config: SECOND } })
    expect(await workflows.versions(id)).toMatchObject({ ok: true, value: [{ version: 2 }, { version: 1 }] })
    expect(await workflows.list()).toMatchObject({ ok: true, value: [{ id, slug: 'count-crates' }] })
  })

  test('a copy has the steps and an address of its own', async () => {
    const created = await management.workflows.create({ name: 'Sort', slug: 'sort', config: FIRST })
    const copied = await management.workflows.fork('sort', {})
    const again = await management.workflows.fork('sort', {})
    const taken = await management.workflows.create({ name: 'Other', slug: 'sort', config: '{}' })

    expect(created.ok).toBe(true)
    expect(copied).toMatchObject({ ok: true, value: { slug: 'sort-copy', config: FIRST } })
    expect(again).toMatchObject({ ok: true, value: { slug: 'sort-copy-2' } })
    expect(inWords(taken)).toMatchObject({
      ok: false,
      error: { message: expect.stringContaining('"sort" exists already') },
    })
  })

  test('a workflow in the trash is nowhere else, and comes back under a free address', async () => {
    const { workflows, trash } = management
    const created = await workflows.create({ name: 'Weigh', config: FIRST })
    if (!created.ok) throw new Error(sentenceOf(created.error))
    const { id } = created.value

    const moved = await trash.moveWorkflow('weigh')
    const gone = [await workflows.read(id), await workflows.read('weigh'), await trash.moveWorkflow('weigh')]
    const next = await workflows.create({ name: 'Weigh', config: '{}' })
    const listed = await trash.list()
    const restored = await trash.restore({ type: 'workflow', id })

    expect(moved).toEqual({ ok: true, value: { workflowId: id, workflow: 'weigh' } })
    expect(gone.map(({ ok }) => ok)).toEqual([false, false, false])
    expect(next).toMatchObject({ ok: true, value: { slug: 'weigh' } })
    expect(listed).toMatchObject({ ok: true, value: [{ type: 'workflow', id, slug: 'weigh', name: 'Weigh' }] })
    expect(restored).toEqual({ ok: true, value: { type: 'workflow', id, slug: 'weigh-2', takenSlug: 'weigh' } })
    expect(await workflows.read('weigh-2')).toMatchObject({ ok: true, value: { id, config: FIRST } })
    expect(await trash.restore({ type: 'workflow', id })).toMatchObject({ ok: false })
  })

  test('an address that several workflows in the trash had brings none of them back', async () => {
    const { workflows, trash } = management
    const created = await workflows.create({ name: 'Twice', slug: 'twice', config: FIRST })
    if (!created.ok) throw new Error(sentenceOf(created.error))
    const { id: first } = created.value
    await trash.moveWorkflow('twice')
    await workflows.create({ name: 'Twice', slug: 'twice', config: FIRST })
    await trash.moveWorkflow('twice')

    const asked = await trash.restore({ type: 'workflow', id: 'twice' })
    const named = await trash.restore({ type: 'workflow', id: first })

    expect(inWords(asked)).toMatchObject({
      ok: false,
      error: { message: expect.stringContaining('several workflows') },
    })
    expect(named).toMatchObject({ ok: true, value: { type: 'workflow', id: first } })
  })

  test('a token is told with its end', async () => {
    await management.workflows.create({ name: 'Told', slug: 'told', config: FIRST })
    const token = await management.workflows.token('told')

    expect(token).toMatchObject({
      ok: true,
      value: { token: expect.stringMatching(/^tk_/), expiresAt: expect.any(Date) },
    })
    expect(await management.keys.list()).toMatchObject({ ok: true, value: { keys: { length: 1 } } })
  })
})
