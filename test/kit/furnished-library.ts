import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import type { RebalanceRequest } from '#common/contract/splits'
import { ClassId } from '#common/ids'
import type { StationProcess } from './station-process.ts'
import { untilEnded, untilIdle } from './tasks.ts'
import type { TwoVersions } from './two-versions.ts'

/** A library with a row in each table that users fill, and the names that its reads need. */
export interface FurnishedLibrary extends TwoVersions {
  readonly pair: { readonly from: ClassId; readonly into: ClassId }
  readonly searchExport: string
}

export async function furnish(station: StationProcess, made: TwoVersions): Promise<FurnishedLibrary> {
  const { project } = made
  const { studio } = station
  const classes = await studio.projects.classes.list({ project })
  const pair = { from: ClassId.parse(classes[0]?.id), into: ClassId.parse(classes[1]?.id) }
  await furnishImage(station, made)
  await furnishWorkspace(station, made)
  const request = { ...REBALANCE, mode: 'shuffle' } as const
  await untilEnded(studio, (await studio.splits.start({ project, request })).taskId)
  await untilEnded(studio, (await studio.exports.start({ project, version: 1, format: 'coco' })).taskId)
  const wish = { query: '*', format: 'coco', dataset: project }
  const { link } = z.object({ link: z.string() }).parse(await post(station, '/search/export', wish))
  await untilIdle(studio)
  return { ...made, pair, searchExport: link }
}

async function furnishImage(station: StationProcess, { project, images }: TwoVersions): Promise<void> {
  const { studio } = station
  const image = images['coffee.jpg']
  const { batches } = await studio.images.facets({ project })
  const job = { name: 'Deck', labeler: 'Ada', reviewer: '', instructions: '', images: 1 }
  for (const { id } of batches) await studio.jobs.create({ project, batch: id, ...job })
  await studio.comments.add({ project, image, text: 'Look', by: 'Bo', place: null })
  await studio.images.edit({ project, image, addTags: ['dawn'], metadata: { berth: 7 } })
  await studio.annotations.keepSketch({ project, image, sketch: { tool: 'polygon', points: [1, 2, 3, 4] } })
  const found = { class: 'cup', confidence: 0.9, x: 60, y: 60, width: 20, height: 20 }
  await predict(station, `/dataset/${project}/annotate/${image}`, JSON.stringify({ predictions: [found] }))
  await studio.triage.refresh({ project })
  const picked = { images: [image] }
  await studio.bulk.run({ project, picked, act: { kind: 'review', verdict: 'approved', reason: '', by: 'Bo' } })
  await studio.bulk.run({ project, picked, act: { kind: 'split', split: 'test' } })
}

async function furnishWorkspace(station: StationProcess, { project }: TwoVersions): Promise<void> {
  const { studio } = station
  const shows = { layout: 'grid', filter: {}, sort: 'name' } as const
  await studio.savedViews.save({ project, name: 'Mine', shows })
  const shelf = await studio.folders.create({ name: 'Shelf', parentId: null })
  await studio.folders.place({ project, folder: shelf.id })
  await post(station, '/createWorkflow', { name: 'Sort fish', config: '{}' })
  const query = new URLSearchParams({ modelName: 'Gulls', modelType: 'yolov8n', projectIds: project })
  const opened = await post(station, `/models/prepareUpload?${query.toString()}`, {})
  await fetch(z.object({ url: z.string() }).parse(opened).url, { method: 'PUT', body: randomBytes(200) })
  const gone = await studio.projects.create({ name: 'Gone', type: 'object-detection' })
  await studio.trash.moveProject({ project: gone.slug })
}

async function post({ urls }: StationProcess, path: string, json: object): Promise<unknown> {
  const answer = await fetch(`${urls.management}/${urls.workspace}${path}`, asked(urls.apiKey, json))
  if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`)
  return answer.json()
}

async function predict({ urls }: StationProcess, path: string, annotationFile: string): Promise<void> {
  const address = `${urls.management}${path}?name=a.json&prediction=true`
  const answer = await fetch(address, asked(urls.apiKey, { annotationFile }))
  if (!answer.ok) throw new Error(await answer.text())
}

function asked(apiKey: string, json?: object): RequestInit {
  const authorization = `Bearer ${apiKey}`
  if (json === undefined) return { headers: { authorization } }
  const headers = { authorization, 'content-type': 'application/json' }
  return { method: 'POST', headers, body: JSON.stringify(json) }
}

export type Reads = Readonly<Record<string, () => Promise<unknown>>>

/** Returns the reads of the pages and of clients of the management API, none of which starts a task. */
export function readsOf(station: StationProcess, library: FurnishedLibrary): Reads {
  return { ...readsOfPages(station, library), ...readsOfClients(station, library) }
}

function readsOfPages({ studio }: StationProcess, { project, images, pair }: FurnishedLibrary): Reads {
  const image = images['coffee.jpg']
  const page = { offset: 0, limit: 10 }
  const listed = { project, filter: {}, sort: 'name', ...page } as const
  const settings = { preprocessing: {}, augmentation: {} }
  const alike = { project, filter: {}, alike: 0.95 }
  return {
    'session.read': () => studio.session.read(),
    'projects.list': () => studio.projects.list(),
    'projects.damaged': () => studio.projects.damaged(),
    'classes.previewMerge': () => studio.classes.previewMerge({ project, ...pair }),
    'classes.list': () => studio.projects.classes.list({ project }),
    'images.page': () => studio.images.page(listed),
    'images.rows': () => studio.images.rows(listed),
    'images.ids': () => studio.images.ids({ project, filter: {}, sort: 'name' }),
    'images.facets': () => studio.images.facets({ project }),
    'images.search': () => studio.images.page({ ...listed, filter: { search: 'class:cup' }, sort: 'most-shapes' }),
    'images.outlines': () => studio.images.outlines({ project, images: [image] }),
    'images.tags': () => studio.images.tags({ project }),
    'images.read': () => studio.images.read({ project, image }),
    'images.colors': () => studio.images.colors({ project, filter: {}, sort: 'name' }),
    'images.trashed': () => studio.images.trashed({ project, images: [image] }),
    'similar.groups': () => studio.similar.groups(alike),
    'annotations.open': () => studio.annotations.open({ project, image }),
    'annotations.history': () => studio.annotations.history({ project, image, ...page }),
    'comments.list': () => studio.comments.list({ project, image }),
    'savedViews.list': () => studio.savedViews.list({ project }),
    'bulk.log': () => studio.bulk.log({ project }),
    'jobs.board': () => studio.jobs.board({ project }),
    'versions.list': () => studio.versions.list({ project }),
    'versions.read': () => studio.versions.read({ project, version: 1 }),
    'versions.plan': () => studio.versions.plan({ project, settings }),
    'versions.next': () => studio.versions.next({ project }),
    'exports.describe': () => studio.exports.describe({ project, version: 1, format: 'coco' }),
    'exports.formats': () => studio.exports.formats({ project, version: 1 }),
    'exports.describePicked': () => studio.exports.describePicked({ project, format: 'coco', picked: { filter: {} } }),
    'health.read': () => studio.health.read({ project }),
    'health.heat': () => studio.health.heat({ project, classId: null }),
    'splits.preview': () => studio.splits.preview({ project, page, request: REBALANCE }),
    'folders.list': () => studio.folders.list(),
    'keys.list': () => studio.keys.list(),
    'keys.folders': () => studio.keys.folders(),
    'tasks.list': () => studio.tasks.list(),
    'trash.list': () => studio.trash.list(),
  }
}

function readsOfClients(station: StationProcess, { project, images, searchExport }: FurnishedLibrary): Reads {
  const image = images['coffee.jpg']
  const read = (path: string, json?: object) => () => managed(station, path, json)
  const fields = ['id', 'name', 'created', 'labels', 'width', 'height', 'tags']
  return {
    workspace: read(''),
    project: read(`/${project}`),
    health: read(`/${project}/health`),
    search: read(`/${project}/search`, { prompt: '', fields }),
    'search of the workspace': read('/search/v1', { query: 'tag:dawn' }),
    'search export': read(`/search/export/${searchExport}`),
    image: read(`/${project}/images/${image}`),
    original: read(`/${image}/original.jpg`),
    version: read(`/${project}/1`),
    batches: read(`/${project}/batches`),
    jobs: read(`/${project}/jobs`),
    models: read(`/${project}/models`),
    workflows: read('/workflows'),
    workflow: read('/workflows/sort-fish'),
    'versions of a workflow': read('/workflows/sort-fish/versions'),
    groups: read('/groups'),
    trash: read('/trash'),
    keys: read('/api-keys'),
    'publishable key': read('/api-keys/publishable'),
  }
}

/** Sends a request to the management API; throws if the server fails without a sentence about the damage. */
async function managed({ urls }: StationProcess, path: string, json?: object): Promise<void> {
  const answer = await fetch(`${urls.management}/${urls.workspace}${path}`, asked(urls.apiKey, json))
  const text = await answer.text()
  if (answer.status >= 500 && !text.includes('damaged')) throw new Error(`${answer.status} ${text}`)
}

const REBALANCE: RebalanceRequest = {
  shares: { train: 70, valid: 20, test: 10 },
  mode: 'rebalance',
  grouping: 'global',
  classes: [],
  seed: '00112233445566778899aabbccddeeff',
}
