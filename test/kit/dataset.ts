import { z } from 'zod'
import { ImageId } from '#common/ids'
import { someImage } from './images.ts'
import type { TestStation } from './station.ts'

const Created = z.object({ id: z.string() })
const Started = z.object({ version: z.number(), taskId: z.string() })

let projects = 0

/** Makes a project for a test; returns its slug. */
export async function newProject(station: TestStation, type = 'object-detection'): Promise<string> {
  projects += 1
  const created = await station.management.post('/acme/projects', { json: { name: `Harbor ${projects}`, type } })
  return Created.parse(created.body).id.replace('acme/', '')
}

/** Returns a form in the order of the Python client: fields first, then the file. */
export function imageForm(file: Buffer, fields: Readonly<Record<string, string>> = {}): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  form.append('file', new Blob([new Uint8Array(file)]), fields['name'] ?? 'image.png')
  return form
}

/** Uploads a new image; returns its id. */
export async function upload(
  station: TestStation,
  project: string,
  fields: Record<string, string> = {},
): Promise<string> {
  const form = imageForm(await someImage(), fields)
  const uploaded = await station.management.post(`/dataset/${project}/upload`, { form })
  return Created.parse(uploaded.body).id
}

/** Uploads an image and draws one box on it. */
export async function uploadLabelled(station: TestStation, project: string, fields: Record<string, string> = {}) {
  const id = await upload(station, project, fields)
  const json = { annotationFile: '0 0.5 0.5 0.5 0.5', labelmap: { 0: 'crate' } }
  await station.management.post(`/dataset/${project}/annotate/${id}?name=boxes.txt`, { json })
  return id
}

/** Returns the path of an image's bytes in the library. */
export async function storedPath(station: TestStation, id: string): Promise<string> {
  const image = await station.services.images.findAnywhere(ImageId.parse(id))
  const original = image && (await station.services.files.image(image, 'original'))
  if (!original?.ok) throw new Error('The image is gone')
  return original.value.path
}

/** Makes a rendered version; returns its number. */
export async function newVersion(station: TestStation, project: string, settings: object = {}): Promise<number> {
  const started = await station.management.post(`/acme/${project}/generate`, { json: settings })
  const { version, taskId } = Started.parse(started.body)
  await station.taskEnd(taskId)
  return version
}
