import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import type { Answered } from './api-client.ts'
import { newProject, uploadLabelled } from './dataset.ts'
import { publishProject } from './published.ts'
import { type TestStation, testStation } from './station.ts'

export const Findings = z.object({
  total: z.int(),
  results: z.array(
    z.object({
      name: z.string(),
      type: z.string(),
      images: z.int(),
      url: z.url(),
      workspace: z.string(),
      project: z.string(),
      license: z.string(),
      thumbnail: z.url().nullable(),
      annotationThumbnail: z.url().nullable(),
    }),
  ),
})
type Findings = z.infer<typeof Findings>

export const Started = z.object({ taskId: z.string(), url: z.url() })
const Copied = z.object({ result: z.record(z.string(), z.unknown()) })

/** A station with a catalog folder, in which a project with boats is published. */
export interface CatalogStation {
  readonly station: TestStation
  /** The catalog folder. */
  readonly catalog: string
  /** Searches by the query of a URL. */
  search(query: string, path?: string): Promise<Findings>
  /** Publishes a project of the station with one annotated image; returns its slug. */
  publicProject(): Promise<string>
  /** Requests a copy of a project from one of the station's workspaces. */
  fork(json: object, as?: { readonly workspace: string; readonly key: string }): Promise<Answered>
  /** Copies a project; returns the result. */
  forked(json: object): Promise<Record<string, unknown>>
  close(): Promise<void>
}

export async function catalogStation(): Promise<CatalogStation> {
  const catalog = await mkdtemp(join(tmpdir(), 'tessera-catalog-'))
  await publishProject(catalog, 'Harbour')
  const station = await testStation({ catalog: [catalog], fetching: { trustedHosts: ['127.0.0.1'] } })
  const { management } = station
  const owner = { workspace: 'acme', key: station.key }
  const fork: CatalogStation['fork'] = (json, { workspace, key } = owner) =>
    management.post(`/${workspace}/projects/fork`, { json, key })

  return {
    station,
    catalog,
    fork,
    search: async (query, path = '/catalog/search') => Findings.parse((await management.get(`${path}?${query}`)).body),
    async publicProject() {
      const project = await newProject(station)
      await uploadLabelled(station, project)
      const made = await management.request('PATCH', `/acme/${project}`, { json: { public: true } })
      if (made.status !== 200) throw new Error(`The project ${project} could not be made public`)
      return project
    },
    async forked(json) {
      const { taskId } = Started.parse((await fork(json)).body)
      await station.taskEnd(taskId)
      return Copied.parse((await management.get(`/acme/asynctasks/${taskId}`)).body).result
    },
    async close() {
      await station.close()
      await rm(catalog, { recursive: true })
    },
  }
}
