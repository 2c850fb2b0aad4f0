import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { newProject, newVersion, uploadLabelled } from '../../kit/dataset.ts'
import { damageRows } from '../../kit/library-rows.ts'
import { type TestStation, testStation } from '../../kit/station.ts'

const Answer = z.looseObject({
  versions: z.array(z.looseObject({ id: z.string() })),
  damagedVersions: z.array(z.int()).optional(),
})
const Made = z.object({ keyId: z.string(), key: z.string() })
const said = (sentence: RegExp) => ({ error: expect.stringMatching(sentence) })
const VALIDATOR = /invalid_type|Invalid input|expected|Unexpected token|JSON at position|malformed JSON/

/** A project with a labeled image and two versions. */
async function twoVersions(): Promise<{ station: TestStation; project: string; image: string }> {
  const station = await testStation()
  onTestFinished(() => station.close())
  const project = await newProject(station)
  const image = await uploadLabelled(station, project)
  await newVersion(station, project)
  await newVersion(station, project)
  return { station, project, image }
}

test('a damaged recipe affects only its version: the project and the other version answer', async () => {
  const { station, project } = await twoVersions()
  damageRows(station.database, 'version.settings', {
    from: '"preprocessing":',
    to: '"preprocessing#:',
    where: 'number = 1',
  })
  const all = await station.management.get(`/acme/${project}`)
  const [bad, good] = await Promise.all([1, 2].map((number) => station.management.get(`/acme/${project}/${number}`)))

  expect(all.status).toBe(200)
  const { versions, damagedVersions } = Answer.parse(all.body)
  expect([versions.map(({ id }) => id), damagedVersions]).toEqual([[`acme/${project}/2`], [1]])
  expect([bad?.status, bad?.body]).toEqual([500, said(/^Version 1 is damaged/)])
  expect(good?.status).toBe(200)
})

test('a damaged version can be deleted', async () => {
  const { station, project } = await twoVersions()
  damageRows(station.database, 'version.classes', { from: '"name":', to: '"nam#":', where: 'number = 1' })
  expect((await station.management.get(`/acme/${project}/1`)).body).toEqual(said(/^Version 1 is damaged/))
  const deleted = await station.management.request('DELETE', `/acme/${project}/1`)
  expect(deleted.status).toBe(200)
  expect(Answer.parse((await station.management.get(`/acme/${project}`)).body).damagedVersions).toBeUndefined()
})

test.for(['"classId"', '"kind":"box"'])(
  'the export of a version with damaged shapes (%s) says so in a sentence',
  async (from) => {
    const { station, project } = await twoVersions()
    damageRows(station.database, 'version_image.shapes', { from, to: from.replace('"', '#') })
    await station.management.get(`/acme/${project}/1/coco`)
    const exports = (await station.services.tasks.list(station.workspace)).filter(({ kind }) => kind === 'export')
    const ends = await Promise.all(exports.map(({ taskId }) => station.taskEnd(taskId)))
    expect(ends.map(({ status }) => status)).toContain('failed')
    const error = ends.find(({ status }) => status === 'failed')?.error?.english ?? ''
    expect(error).toContain('of version 1 is damaged')
    expect(error).not.toMatch(VALIDATOR)
  },
)

test('an image with a damaged label is named, and the next version states which it is', async () => {
  const { station, project, image } = await twoVersions()
  damageRows(station.database, 'shape.geometry', { from: '"x0"', to: '"x0#' })
  const read = await station.management.get(`/acme/${project}/images/${image}`)
  expect([read.status, read.body]).toEqual([500, said(/^The image .* is damaged/)])
  const generated = await station.management.post(`/acme/${project}/generate`, { json: {} })
  expect([generated.status, generated.body]).toEqual([500, said(/^The image .* is damaged/)])
  expect((await station.management.get(`/acme/${project}`)).status).toBe(200)
})

test('a class whose attributes are damaged does not close its project', async () => {
  const { station, project } = await twoVersions()
  damageRows(station.database, 'label_class.attributes', { from: '[]', to: '[=' })
  expect((await station.management.get(`/acme/${project}`)).status).toBe(200)
})

test('a key with damaged rights does nothing and says why; the list of keys is whole', async () => {
  const { station } = await twoVersions()
  const json = { name: 'cutter', scopes: ['project:read'] }
  const made = Made.parse((await station.management.post('/acme/api-keys', { json })).body)
  damageRows(station.database, 'api_key.scopes', { from: '"project:read"', to: '"project:read#' })
  const used = await station.management.get('/acme', { key: made.key })
  expect([used.status, used.body]).toEqual([500, said(/^The API key cutter is damaged/)])
  const listed = await station.management.get('/acme/api-keys')
  expect([listed.status, JSON.stringify(listed.body)]).toEqual([200, expect.stringContaining('cutter')])
  expect((await station.management.request('DELETE', `/acme/api-keys/${made.keyId}`)).status).toBeLessThan(300)
})

test('damaged metadata, attributes and marks are skipped, and the image answers', async () => {
  const { station, project, image } = await twoVersions()
  await station.management.post(`/acme/images/${image}/metadata`, { json: { metadata: { bay: 'north' } } })
  damageRows(station.database, 'image_metadata.value', { from: '"north"', to: '"north#' })
  damageRows(station.database, 'label_class.attributes', { from: '[]', to: '[=' })
  damageRows(station.database, 'shape.marks', { from: '{}', to: '{=' })
  const found = await station.management.post('/acme/search/v1', {
    json: { query: 'class:crate', fields: ['metadata'] },
  })
  const all = await station.management.get(`/acme/${project}`)
  expect([found.status, all.status]).toEqual([200, 200])
})
