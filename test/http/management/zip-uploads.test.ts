import { once } from 'node:events'
import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { newProject } from '../../kit/dataset.ts'
import { someImage } from '../../kit/images.ts'
import { type TestStation, testStation } from '../../kit/station.ts'
import { makeZip } from '../../kit/zip-maker.ts'
import { type ZipUploads, zipUploads } from '../../kit/zip-uploads.ts'

let station: TestStation
let zips: ZipUploads

beforeAll(async () => {
  station = await testStation()
  zips = zipUploads(station)
})

afterAll(async () => station.close())

describe('an upload', () => {
  test('opens an absolute address with a key of its own and takes the archive without an API key', async () => {
    const project = await newProject(station)

    const opened = await zips.open(project, { split: 'test', tags: ['night'], batchName: 'Pier' })
    const before = await station.management.get(`/acme/upload/zip/${opened.taskId}`)
    const sent = await zips.put(opened.signedUrl, makeZip([{ path: 'a.png', content: await someImage() }]), 'video/odd')
    await station.taskEnd(opened.taskId)

    expect(opened.signedUrl).toMatch(/^http:\/\/[^/]+\/_\/uploads\/\w+\?key=[0-9a-f]{40}\.[0-9a-z.]+$/)
    expect(before).toMatchObject({ status: 200, body: { status: 'running', progress: null } })
    expect(sent).toMatchObject({ status: 200, body: { taskId: opened.taskId } })
    const after = await station.management.get(`/acme/upload/zip/${opened.taskId}`)
    const result = { added: 1, duplicates: 0, refused: [], annotated: 0 }
    expect(after).toMatchObject({
      status: 200,
      body: { status: 'completed', progress: { current: 1, total: 1 }, result },
    })
    expect(await station.management.get(`/acme/asynctasks/${opened.taskId}`)).toMatchObject({ body: after.body })
    expect(await zips.imagesOf(project)).toMatchObject({ 'a.png': { split: 'test', tags: ['night'] } })
    expect(await station.management.get(`/acme/${project}/batches`)).toMatchObject({
      body: { batches: [{ name: 'Pier' }] },
    })
  })

  test('takes one archive; another key, another path and a second archive are refused', async () => {
    const { signedUrl, taskId } = await zips.open(await newProject(station))
    const archive = makeZip([{ path: 'a.png', content: await someImage() }])

    const [wrongKey, noKey] = [
      await zips.put(`${signedUrl.slice(0, -1)}x`, archive),
      await zips.put(signedUrl.replace(/\?.*/, ''), archive),
    ]
    const first = await zips.put(signedUrl, archive)
    const second = await zips.put(signedUrl, archive)
    await station.taskEnd(taskId)
    const late = await zips.put(signedUrl, archive)

    expect([wrongKey, noKey, first, second, late].map(({ status }) => status)).toEqual([404, 404, 200, 409, 409])
    expect(late.body).toMatchObject({ error: expect.stringContaining('accepts no archive') })
  })

  test('an archive that breaks off can be sent again, and one that is too large is refused before it comes', async () => {
    const { signedUrl, taskId } = await zips.open(await newProject(station))
    const address = signedUrl.replace(/^http:\/\/[^/]+/, await station.listen())
    const archive = makeZip([{ path: 'a.png', content: await someImage() }])

    const large = request(address, { method: 'PUT', headers: { 'content-length': 3 * 1024 ** 3 } })
    large.flushHeaders()
    const [{ statusCode }] = await once(large, 'response')
    large.on('error', () => undefined).destroy()
    const broken = request(address, { method: 'PUT', headers: { 'content-length': archive.length } })
    broken.on('error', () => undefined)
    await new Promise((resolve) => broken.write(archive.subarray(0, 50), resolve))
    broken.destroy()
    let sent = await zips.put(signedUrl, archive)
    // The server learns a moment later that the sender is gone.
    while (sent.status === 409) sent = await zips.put(signedUrl, archive)

    expect(statusCode).toBe(413)
    expect(sent.status).toBe(200)
    expect(await station.taskEnd(taskId)).toMatchObject({ status: 'completed', result: { added: 1 } })
  })

  test('a body that is no ZIP file ends the task with the reason and leaves nothing', async () => {
    const project = await newProject(station)
    const { signedUrl, taskId } = await zips.open(project)
    await zips.put(signedUrl, Buffer.from('hello'))

    const task = await station.taskEnd(taskId)

    expect(task).toMatchObject({ status: 'failed', error: { english: expect.stringContaining('not a ZIP file') } })
    await expect.poll(() => station.waitingArchives()).toEqual([])
  })

  test('a cancelled task closes its address', async () => {
    const { signedUrl, taskId } = await zips.open(await newProject(station))

    await station.services.tasks.cancel(station.workspace, taskId)
    await station.taskEnd(taskId)
    const sent = await zips.put(signedUrl, makeZip([]))

    expect(await station.management.get(`/acme/upload/zip/${taskId}`)).toMatchObject({
      body: { status: 'failed', error: 'Cancelled' },
    })
    expect(sent.status).toBe(409)
  })

  test('a cancelled import keeps what is whole and nothing else', async () => {
    const project = await newProject(station)
    const images = await Promise.all(Array.from({ length: 200 }, async () => someImage()))
    const { signedUrl, taskId } = await zips.open(project)
    await zips.put(signedUrl, makeZip(images.map((content, at) => ({ path: `${at}.png`, content }))))

    await station.services.tasks.cancel(station.workspace, taskId)
    const task = await station.taskEnd(taskId)

    expect(task).toMatchObject({ status: 'failed', error: { code: 'task-cancelled' } })
    expect(Object.keys(await zips.imagesOf(project)).length).toBeLessThan(200)
    await expect.poll(() => station.waitingArchives()).toEqual([])
  })

  test('wrong particulars, unknown projects and foreign tasks are refused in words', async () => {
    const project = await newProject(station)
    const other = await station.addWorkspace('other')
    const { taskId } = await zips.open(project)

    const badSplit = await station.management.post(`/acme/${project}/upload/zip`, { json: { split: 'holdout' } })
    const badTag = await station.management.post(`/acme/${project}/upload/zip`, { json: { tags: ['a/b'] } })
    const nowhere = await station.management.post('/acme/nowhere/upload/zip', { json: {} })
    const foreign = await station.management.get(`/other/upload/zip/${taskId}`, { key: other.key })
    const scopes = { name: 'Reader', scopes: ['role:viewer'] }
    const created = await station.management.post('/acme/api-keys', { json: scopes })
    const { key } = z.object({ key: z.string() }).parse(created.body)
    const reader = await station.management.post(`/acme/${project}/upload/zip`, { key, json: {} })

    expect(badSplit).toMatchObject({ status: 400, body: { error: expect.stringContaining('"holdout"') } })
    expect(badTag).toMatchObject({ status: 400, body: { error: expect.stringContaining('a/b') } })
    expect([nowhere.status, foreign.status, reader.status]).toEqual([404, 404, 403])
  })
})
