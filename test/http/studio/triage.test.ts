import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ImageSort } from '#common/contract/images'
import { sentenceOf } from '#common/messages/sentence'
import type { Project } from '#core/dataset/projects/ports'
import { newProject, upload, uploadLabelled } from '../../kit/dataset.ts'
import { addRows, runSql } from '../../kit/rows.ts'
import { type TestStation, testStation } from '../../kit/station.ts'

let station: TestStation
let project: Project
let slug: string

beforeAll(async () => {
  station = await testStation()
  slug = await newProject(station)
  const found = await station.services.projects.find(station.workspace, slug)
  if (!found.ok) throw new Error(sentenceOf(found.error))
  project = found.value
})

afterAll(async () => station.close())

async function order(sort: ImageSort): Promise<string[]> {
  const { rows } = await station.services.images.page(project, { filter: {}, sort, offset: 0, limit: 10 })
  return rows.map(({ name }) => name)
}

test('the queue begins with the image that models and labels see most differently, or with the most findings', async () => {
  await uploadLabelled(station, slug, { name: 'sound.png' })
  const doubled = await uploadLabelled(station, slug, { name: 'doubled.png' })
  const disputed = await upload(station, slug, { name: 'disputed.png' })
  const twice = { annotationFile: '0 0.5 0.5 0.5 0.5\n0 0.5 0.5 0.5 0.5', labelmap: { 0: 'crate' } }
  await station.management.post(`/dataset/${slug}/annotate/${doubled}?name=a.txt&overwrite=true`, { json: twice })
  const said = { annotationFile: '0 0.2 0.2 0.2 0.2 0.9', labelmap: { 0: 'crate' } }
  await station.management.post(`/dataset/${slug}/annotate/${disputed}?name=b.txt&prediction=true`, { json: said })

  expect(await station.triage.refresh(project)).toBeUndefined()

  expect((await order('disagreement'))[0]).toBe('disputed.png')
  expect((await order('findings'))[0]).toBe('doubled.png')
  expect(await order('novelty')).toHaveLength(3)
})

test('an image that changes is judged again, and only then', async () => {
  const doubled = {
    annotationFile: '0 0.5 0.5 0.5 0.5\n0 0.5 0.5 0.5 0.5\n0 0.5 0.5 0.5 0.5',
    labelmap: { 0: 'crate' },
  }
  const [sound] = (
    await station.services.images.page(project, { filter: { search: 'sound' }, sort: 'added', offset: 0, limit: 1 })
  ).rows
  await station.management.post(`/dataset/${slug}/annotate/${sound?.id}?name=a.txt&overwrite=true`, { json: doubled })
  expect((await order('findings'))[0]).toBe('doubled.png')

  await station.triage.refresh(project)

  expect((await order('findings'))[0]).toBe('sound.png')
})

test('many images are looked through by a task', async () => {
  const [beside] = await station.services.images.ids(project, { search: 'disputed' }, 'added')
  addRows(station, beside ?? '', 400)
  runSql(station, 'DELETE FROM image_triage')

  const task = await station.triage.refresh(project)

  expect(await station.taskEnd(task ?? '')).toMatchObject({ status: 'completed', result: { judged: 403 } })
  expect((await order('findings'))[0]).toBe('sound.png')
})
