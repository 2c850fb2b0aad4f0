import { expect } from 'vitest'
import { z } from 'zod'
import type { TestStation } from './station.ts'
import { type MadeEntry, makeZip } from './zip-maker.ts'

const Opened = z.object({ signedUrl: z.string(), taskId: z.string() })
const Result = z.object({
  added: z.number(),
  duplicates: z.number(),
  annotated: z.number(),
  refused: z.array(z.object({ path: z.string(), reason: z.string() })),
  notes: z.array(z.object({ path: z.string(), reason: z.string() })),
})
const Found = z.object({
  results: z.array(
    z
      .object({ id: z.string(), name: z.string(), split: z.string(), tags: z.array(z.string()) })
      .partial({ split: true }),
  ),
})
const Annotated = z.object({
  image: z.object({
    split: z.string(),
    tags: z.array(z.string()),
    labels: z.array(z.string()),
    annotation: z.object({ boxes: z.array(z.looseObject({ label: z.string() })) }).optional(),
  }),
})

export type ZipUploads = ReturnType<typeof zipUploads>

/** Sends archives to a station as its clients do. */
export function zipUploads(station: TestStation) {
  async function open(project: string, json: object = {}) {
    return Opened.parse((await station.management.post(`/acme/${project}/upload/zip`, { json })).body)
  }

  function put(url: string, body: Buffer, type = 'application/zip') {
    return station.management.request('PUT', url, { key: null, body, headers: { 'content-type': type } })
  }

  /** Uploads an archive and waits for the end of its import. */
  async function importZip(project: string, entries: readonly MadeEntry[], json: object = {}) {
    const { signedUrl, taskId } = await open(project, json)
    expect(await put(signedUrl, makeZip(entries))).toMatchObject({ status: 200 })
    const { status, result, error } = await station.taskEnd(taskId)
    return { taskId, status, error, result: result === null ? undefined : Result.parse(result) }
  }

  /** Returns everything that the API says about the images of a project, by name. */
  async function imagesOf(project: string) {
    const { body } = await station.management.post(`/acme/${project}/search`, {
      json: { fields: ['id', 'name', 'tags'] },
    })
    const images = Found.parse(body).results.map(async ({ id, name }) => {
      const { body: image } = await station.management.get(`/acme/${project}/images/${id}`)
      return [name, Annotated.parse(image).image] as const
    })
    return Object.fromEntries(await Promise.all(images))
  }

  return { open, put, importZip, imagesOf }
}
