import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ViewedImages } from '#common/contract/browse/saved-views'
import { sentenceOf } from '#common/messages/sentence'
import type { Project } from '#core/dataset/projects/ports'
import { newProject } from '../../kit/dataset.ts'
import { inWords } from '../../kit/in-words.ts'
import { type TestStation, testStation } from '../../kit/station.ts'

let station: TestStation
let project: Project

beforeAll(async () => {
  station = await testStation()
  const found = await station.services.projects.find(station.workspace, await newProject(station))
  if (!found.ok) throw new Error(sentenceOf(found.error))
  project = found.value
})

afterAll(async () => station.close())

const NIGHTS: ViewedImages = { filter: { splits: ['train'], search: 'tag:night' }, sort: 'name', layout: 'rows' }

async function names() {
  return (await station.savedViews.list(project)).map(({ name }) => name)
}

test('a view is saved with its query, renamed, taken away and saved again', async () => {
  const saved = await station.savedViews.save(project, ' Nights ', NIGHTS)
  if (!saved.ok) throw new Error(sentenceOf(saved.error))
  expect(await station.savedViews.list(project)).toEqual([{ id: saved.value.id, name: 'Nights', shows: NIGHTS }])

  await station.savedViews.rename(project, saved.value.id, 'Dark')
  const removed = await station.savedViews.remove(project, saved.value.id)
  expect(await names()).toEqual([])

  if (removed.ok) await station.savedViews.save(project, removed.value.name, removed.value.shows)
  expect(await names()).toEqual(['Dark'])
})

test('two views of a project cannot have one name, and a name is needed', async () => {
  const one = await station.savedViews.save(project, 'Boats', NIGHTS)
  const refused = [
    await station.savedViews.save(project, 'boats', NIGHTS),
    await station.savedViews.save(project, '  ', NIGHTS),
    one.ok && (await station.savedViews.rename(project, one.value.id, 'dark')),
  ]

  expect(refused.map(inWords)).toMatchObject([
    { error: { reason: 'view-name-taken' } },
    { error: { reason: 'view-name-invalid' } },
    { error: { reason: 'view-name-taken' } },
  ])
})
