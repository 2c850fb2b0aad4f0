import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { LibraryNote } from '#common/contract/session'
import { ProjectSlug, TaskId } from '#common/ids'
import { sentenceOf } from '#common/messages/sentence'
import type { CoreSettings } from '#desktop/core/messages'
import type { CoreNews } from '#desktop/core/supervisor'
import { type CoreInNode, forkCore } from '#test/kit/core-process'
import { fromRoot } from '../../../scripts/kit/paths.mjs'

const folder = mkdtempSync(join(tmpdir(), 'tessera-core-'))
let core: CoreInNode
let ready: CoreNews

beforeAll(async () => {
  core = forkCore(settings('own'))
  ready = await core.heard()
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

function settings(name: string): CoreSettings {
  return {
    library: join(folder, name),
    pages: fromRoot('dist/renderer'),
    appVersion: '9.9.9',
    only: ['studio'],
    ports: { management: 0, inference: 0, events: 0, studio: 0 },
    trustedHosts: [],
    trashDays: 30,
  }
}

test('the built core answers a page over the channel that it receives', async () => {
  const studio = core.connect()

  const created = await studio.projects.create({ name: 'Harbor', type: 'object-detection' })
  const session = await studio.session.read()

  expect(ready).toMatchObject({ kind: 'ready', apiKey: expect.stringMatching(/^tk_/) })
  expect(session).toMatchObject({
    shell: 'desktop',
    appVersion: '9.9.9',
    library: { path: settings('own').library },
  })
  expect(created.slug).toBe('harbor')
})

test('two pages are served at the same time, and each is notified of the other’s changes', async () => {
  const [one, other] = [core.connect(), core.connect()]

  const heard = noteOf('projects', await other.session.watch())
  await one.projects.create({ name: 'Boats', type: 'object-detection' })

  expect(await heard).toBe(true)
})

/** Returns whether the library reports such a change; it may report others first. */
async function noteOf(kind: LibraryNote['kind'], notes: AsyncIterable<LibraryNote>): Promise<boolean> {
  for await (const note of notes) if (note.kind === kind) return true
  return false
}

test('pixels require the token', async () => {
  if (ready.kind !== 'ready') throw new Error(sentenceOf(ready.reason))
  const address = `${ready.origin}/images/none0000/thumb`

  const [with_, without] = await Promise.all([
    fetch(address, { headers: { authorization: `Bearer ${ready.token}` } }),
    fetch(address),
  ])

  expect([with_.status, without.status]).toEqual([404, 401])
})

test('a library that another core has open is refused with a sentence', async () => {
  const second = forkCore(settings('own'))

  const refused = await second.heard()

  if (refused.kind !== 'refused') throw new Error('The library was opened twice')
  expect(sentenceOf(refused.reason)).toMatch(/librar/i)
  second.post({ kind: 'stop' })
  expect(await second.ended).toBe(0)
})

test('the core works with a remote over the channel, and exits on request', async () => {
  const there = forkCore({ ...settings('there'), only: ['management', 'studio'] })
  const told = await there.heard()
  const far = there.connect()
  await far.projects.create({ name: 'Quay', type: 'object-detection' })
  const management = (await far.session.read()).servers.management?.url ?? ''
  const studio = core.connect()
  const key = told.kind === 'ready' ? told.apiKey : ''
  const servers = { inference: null, source: null, deployments: null }

  const { id } = await studio.connections.add({ name: 'Workshop', management, ...servers, key })
  await studio.connections.use({ id })

  expect(await studio.projects.list()).toMatchObject([{ slug: 'quay' }])
  expect((await studio.session.read()).place).toMatchObject({ name: 'Workshop', state: 'open' })
  const undone = await studio.splits.undo({ project: ProjectSlug.parse('quay'), taskId: TaskId.parse('none0000') })
  expect(undone).toEqual({ moved: 0 })
  for (const each of [core, there]) each.post({ kind: 'stop' })
  expect(await Promise.all([core.ended, there.ended])).toEqual([0, 0])
})
