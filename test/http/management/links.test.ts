import { expect, test } from 'vitest'
import { z } from 'zod'
import { newProject, newVersion, uploadLabelled } from '../../kit/dataset.ts'
import { type TestStation, testStation } from '../../kit/station.ts'

const Details = z.object({ image: z.object({ urls: z.object({ original: z.string(), thumb: z.string() }) }) })
const Exported = z.object({ export: z.object({ link: z.string() }) })
const Created = z.object({ keyId: z.string(), key: z.string() })

async function makeKey(station: TestStation, scopes: readonly string[] | null) {
  return Created.parse((await station.management.post('/acme/api-keys', { json: { name: 'Linker', scopes } })).body)
}

/** A link to an image and one to an archive, asked for with a key. */
async function linksFor(station: TestStation, key: string): Promise<readonly [image: string, archive: string]> {
  const project = await newProject(station)
  const image = await uploadLabelled(station, project)
  await newVersion(station, project)
  const archive = `/acme/${project}/1/coco`
  await station.management.get(archive, { key })
  for (const { kind, taskId } of await station.services.tasks.list(station.workspace))
    if (kind === 'export') await station.taskEnd(taskId)
  const details = Details.parse((await station.management.get(`/acme/${project}/images/${image}`, { key })).body)
  const { link } = Exported.parse((await station.management.get(archive, { key })).body).export
  return [details.image.urls.original, link]
}

async function statuses(station: TestStation, links: readonly string[]): Promise<number[]> {
  const answers = await Promise.all(links.map((link) => station.management.get(link, { key: null })))
  return answers.map(({ status }) => status)
}

test.each([
  ['revoked', (path: string) => ['DELETE', path, {}] as const],
  ['disabled', (path: string) => ['PATCH', path, { json: { disabled: true } }] as const],
  ['narrowed', (path: string) => ['PATCH', path, { json: { scopes: ['project:read'] } }] as const],
])('links expire when the key that asked for them is %s', async (_how, act) => {
  const station = await testStation()
  try {
    const { keyId, key } = await makeKey(station, ['role:viewer'])
    const links = await linksFor(station, key)
    const others = await linksFor(station, station.key)
    const before = await statuses(station, links)

    const [method, path, asked] = act(`/acme/api-keys/${keyId}`)
    await station.management.request(method, path, asked)

    expect(before).toEqual([200, 200])
    expect(await statuses(station, links)).toEqual([403, 403])
    expect(await station.management.get(links[0], { key: null })).toMatchObject({
      body: { error: expect.stringContaining('This link was revoked') },
    })
    expect(await statuses(station, others)).toEqual([200, 200])
  } finally {
    await station.close()
  }
})

test('links expire at their time, each kind at its own', async () => {
  const station = await testStation({ linkLives: { imageMs: 0, archiveMs: 24 * 3600 * 1000 } })
  try {
    const links = await linksFor(station, station.key)

    const ended = await station.management.get(links[0], { key: null })

    expect(ended).toMatchObject({ status: 403, body: { error: expect.stringContaining('has expired') } })
    expect(await statuses(station, links)).toEqual([403, 200])
  } finally {
    await station.close()
  }
})

test('a link opens what it was given for, and neither another time nor another image', async () => {
  const station = await testStation()
  try {
    const [image, archive] = await linksFor(station, station.key)
    const [signature = '', until = '', ...rest] = (new URL(image).searchParams.get('key') ?? '').split('.')
    const later = image.replace(
      `${signature}.${until}`,
      `${signature}.${(Number.parseInt(until, 36) + 1).toString(36)}`,
    )

    const forged = [later, image.replace('/original', '/thumb'), archive.split('.').slice(0, -4).join('.')]

    expect(await statuses(station, forged)).toEqual([404, 404, 404])
    expect(rest).toHaveLength(2)
  } finally {
    await station.close()
  }
})
