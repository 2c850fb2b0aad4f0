import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Ability, type LibraryNote } from '#common/contract/session'
import { imageUrl } from '#common/contract/urls'
import { ProjectSlug } from '#common/ids'
import { removeFolder } from '../../kit/remove-folder.ts'
import { type StationProcess, startStation } from '../../kit/station-process.ts'
import { addCupsAndBoats } from '../../kit/studio-page.ts'

const NOWHERE = ProjectSlug.parse('nowhere')

let folder: string
let there: StationProcess
let here: StationProcess

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tessera-forwarded-'))
  there = await startStation(join(folder, 'there'), ['--only', 'studio,management'])
  here = await startStation(join(folder, 'here'), ['--only', 'studio'])
  await work(there.urls.apiKey)
})

afterAll(async () => {
  await Promise.all([there.kill(), here.kill()])
  await removeFolder(folder)
})

/** Has the studio here work on the other station. */
async function work(key: string): Promise<void> {
  const management = there.urls.management ?? ''
  const alone = { inference: null, source: null, deployments: null }
  const { id } = await here.studio.connections.add({ name: `Far ${key}`, management, key, ...alone })
  await here.studio.connections.use({ id })
}

describe('a studio that works on another Tessera', () => {
  test('offers all but what concerns this machine alone', async () => {
    const { abilities, place } = await here.studio.session.read()

    const missing = Ability.options.filter((ability) => !abilities.includes(ability))
    expect(missing).toEqual(['send', 'events-to-project'])
    expect(place).toMatchObject({ state: 'open', host: new URL(there.urls.management ?? '').host })
  })

  test('imports, annotates and versions there, and shows the pixels', async () => {
    const project = await addCupsAndBoats(here)
    const [image] = await here.studio.images.ids({ project, filter: {}, sort: 'added' })
    if (image === undefined) throw new Error('No image came')
    const cup = await here.studio.projects.classes.create({ project, name: 'cup' })
    const thumb = await here.fetch(imageUrl(image, 'thumb'))

    expect(await there.studio.images.ids({ project, filter: {}, sort: 'added' })).toHaveLength(2)
    expect(await there.studio.projects.classes.list({ project })).toEqual([cup])
    expect([thumb.status, thumb.headers.get('content-type'), thumb.headers.get('content-security-policy')]).toEqual([
      200,
      'image/webp',
      "default-src 'none'; sandbox",
    ])
    expect(await here.studio.versions.next({ project })).toEqual({ number: 1 })
    expect(await here.studio.bulk.log({ project })).toEqual([])
  })

  test('tells what changes there as it changes', async () => {
    const watching = new AbortController()
    const notes = await here.studio.session.watch(undefined, { signal: watching.signal })
    const { slug: project } = await there.studio.projects.create({ name: 'Gulls', type: 'object-detection' })
    const heard = (async () => {
      for await (const note of notes) if (isAbout(note, project)) return note
      return undefined
    })()
    await there.studio.projects.classes.create({ project, name: 'gull' })

    expect(await heard).toMatchObject({ kind: 'classes', project })
    watching.abort()
  })

  test('is refused in the words of the other machine', async () => {
    const read = here.studio.projects.read({ project: NOWHERE })

    await expect(read).rejects.toMatchObject({ code: 'REFUSED', data: { reason: 'project-not-found' } })
    await expect(here.studio.remote.send({ project: NOWHERE })).rejects.toMatchObject({
      data: { code: 'sending-needs-this-machine' },
    })
  })
})

function isAbout(note: LibraryNote, project: string): boolean {
  return note.kind === 'classes' && note.project === project
}
