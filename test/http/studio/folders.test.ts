import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Refusal } from '#common/errors'
import { sentenceOf } from '#common/messages/sentence'
import type { Result } from '#common/result'
import type { Folder } from '#core/access/folders/ports'
import type { Project } from '#core/dataset/projects/ports'
import { newProject } from '../../kit/dataset.ts'
import { inWords } from '../../kit/in-words.ts'
import { type TestStation, testStation } from '../../kit/station.ts'

let station: TestStation
let harbour: Folder
let cranes: Folder
let quay: Project
let hooks: Project

beforeAll(async () => {
  station = await testStation()
})

afterAll(async () => station.close())

/** Harbour with the project "quay" and the folder Cranes, which has the folder Hooks and the project "hooks". */
beforeEach(async () => {
  for (const { id } of await folders().list(station.workspace)) await folders().remove(station.workspace, id)
  quay = await project()
  hooks = await project()
  harbour = await create('Harbour', undefined, quay)
  cranes = await create('Cranes', harbour.id, hooks)
  await create('Hooks', cranes.id)
})

const folders = () => station.services.folders

function value<Value>(outcome: Result<Value, Refusal>): Value {
  if (!outcome.ok) throw new Error(sentenceOf(outcome.error))
  return outcome.value
}

async function project(): Promise<Project> {
  return value(await station.services.projects.find(station.workspace, await newProject(station)))
}

async function create(name: string, parentId: string | undefined, lies?: Project): Promise<Folder> {
  const projects = lies === undefined ? [] : [lies.id]
  return value(await folders().create(station.workspace, { name, parentId, externalId: undefined, projects }))
}

/** Every folder with the one above it and its projects. */
async function tree() {
  const listed = await folders().list(station.workspace)
  const nameOf = (id: string | undefined) => listed.find((folder) => folder.id === id)?.name
  return listed.map(({ name, parentId, projects }) => [name, nameOf(parentId), ...projects.map(({ slug }) => slug)])
}

test('a folder that was deleted comes back with what lay in it', async () => {
  const before = await tree()

  const removed = value(await folders().remove(station.workspace, cranes.id))
  const without = await tree()
  const back = await folders().restore(station.workspace, removed)

  expect(without).toContainEqual(['Hooks', 'Harbour'])
  expect(without).toContainEqual(['Harbour', undefined, ...[quay.slug, hooks.slug].toSorted()])
  expect(back).toMatchObject({ ok: true, value: { id: cranes.id, name: 'Cranes', parentId: harbour.id } })
  expect(await tree()).toEqual(before)
})

test('what was moved elsewhere meanwhile stays there', async () => {
  const removed = value(await folders().remove(station.workspace, cranes.id))
  const yard = await create('Yard', undefined, hooks)

  await folders().restore(station.workspace, removed)

  expect(await tree()).toContainEqual(['Cranes', 'Harbour'])
  expect(await tree()).toContainEqual(['Yard', undefined, hooks.slug])
  expect(value(await folders().find(station.workspace, yard.id)).projects).toHaveLength(1)
})

test('a folder of the top comes back there', async () => {
  const removed = value(await folders().remove(station.workspace, harbour.id))

  await folders().restore(station.workspace, removed)

  expect(await tree()).toContainEqual(['Harbour', undefined, quay.slug])
  expect(await tree()).toContainEqual(['Cranes', 'Harbour', hooks.slug])
})

test('a folder that is there is not brought back again, nor one whose place is gone', async () => {
  const removed = value(await folders().remove(station.workspace, cranes.id))
  await folders().restore(station.workspace, removed)
  const again = await folders().restore(station.workspace, removed)
  await folders().remove(station.workspace, cranes.id)
  await folders().remove(station.workspace, harbour.id)

  const homeless = await folders().restore(station.workspace, removed)

  expect(inWords(again)).toMatchObject({ ok: false, error: { reason: 'folder-taken' } })
  expect(inWords(homeless)).toMatchObject({ ok: false, error: { reason: 'folder-not-found' } })
})
