import { createReadStream } from 'node:fs'
import { onTestFinished } from 'vitest'
import type { ProjectType } from '#common/contract/projects'
import type { Refusal } from '#common/errors'
import { maskOfRings } from '#common/geometry/mask-forms'
import type { ImageId } from '#common/ids'
import { sentenceOf } from '#common/messages/sentence'
import type { Split } from '#common/split'
import type { ReadAnnotation } from '#core/annotation/annotations/read-annotation'
import type { Project } from '#core/dataset/projects/ports'
import { embeddedManagement } from '#core/management/embedded/management'
import { someImage } from './images.ts'
import { type TestStation, testStation } from './station.ts'

/** Opens a library that the end of the test closes. */
export async function openedStation(...options: Parameters<typeof testStation>): Promise<TestStation> {
  const station = await testStation(...options)
  onTestFinished(() => station.close())
  return station
}

/** Opens a library, and a second one on a local port to which the first sends projects. */
export async function twoStations() {
  const there = await openedStation()
  const url = await there.listen()
  return { there, url, here: await openedStation({ remote: { url, key: there.key } }) }
}

export async function projectIn(station: TestStation, type: ProjectType = 'instance-segmentation'): Promise<Project> {
  const wanted = { name: 'Night Boats', type, annotationGroup: 'boats', license: 'MIT' }
  return valueOf(await station.services.projects.create(station.workspace, wanted))
}

interface Wanted {
  readonly split?: Split
  readonly batch?: string
}

export async function add(
  { services }: TestStation,
  project: Project,
  { split = 'train', batch = 'Quay' }: Wanted = {},
) {
  const image = await someImage()
  const particulars = { path: `${split}-${batch}.png`, split, batch: () => services.images.batch(project, batch) }
  const about = () => ({ ok: true as const, value: particulars })
  return valueOf(await services.images.addStreamed(project, { bytes: once(image), about })).id
}

const RINGS = [
  [2, 2, 40.5, 2, 40.5, 30.25, 2, 30.25],
  [10, 10, 10, 20, 20, 20, 20, 10],
]
export const BOAT = { className: 'boat', kind: 'box' as const, box: { x0: 1.5, y0: 2, x1: 30.25, y1: 47.5 } }
export const WAVE = { className: 'wave', kind: 'polygon' as const, rings: RINGS }

/** Kinds of annotations that COCO cannot represent. */
export const OTHERS: readonly ReadAnnotation[] = [
  { className: 'boat', kind: 'rotated-box', box: { center: { x: 30, y: 20 }, width: 24, height: 8, angle: -30 } },
  { className: 'rope', kind: 'polyline', points: [1, 2, 30.5, 20, 60, 47] },
  { className: 'buoy', kind: 'point', at: { x: 12.25, y: 40 } },
  { className: 'wave', kind: 'mask', tiles: maskOfRings(RINGS, { width: 64, height: 48 }) },
]

export async function label(
  { services }: TestStation,
  project: Project,
  image: ImageId,
  objects: readonly ReadAnnotation[] = [BOAT, WAVE],
) {
  const by = { kind: 'program', name: '' } as const
  valueOf(await services.annotations.replace(project, image, { objects, overwrite: true, by }))
}

/** Makes a project with an annotated, a background and an untouched image. */
export async function labelledProject(station: TestStation) {
  const project = await projectIn(station)
  const labelled = await add(station, project, { split: 'valid' })
  await label(station, project, labelled)
  const facts = { addTags: ['night', 'low tide'], metadata: { lane: 4, cam: 'c1', wet: true } }
  valueOf(await station.services.tagging.edit(station.workspace, labelled, facts))
  const empty = await add(station, project, { split: 'test', batch: 'Pier' })
  await label(station, project, empty, [])
  const untouched = await add(station, project)
  return { project, labelled, empty, untouched }
}

export async function send(station: TestStation, project: Project) {
  return station.taskEnd(valueOf(await station.sends.start(project)))
}

/** Returns the contents of a project without data specific to its library, such as ids and times. */
export async function contents({ services, workspace }: TestStation, slug: string) {
  const openFile = (path: string) => createReadStream(path)
  const management = embeddedManagement({ ...services, openFile }, workspace)
  const project = valueOf(await services.projects.find(workspace, slug))
  const images = []
  for (const id of await services.images.ids(project, {}, 'name')) {
    const { name, split, annotation, tags, metadata } = valueOf(await management.image(slug, id))
    const { batch, bytes } = valueOf(await services.images.details(project, id))
    images.push({ name, split, annotation, tags, metadata, batch: batch.name, bytes })
  }
  const { type, annotationGroup, license } = project
  return { name: project.name, type, annotationGroup, license, images }
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

export function valueOf<Value>(outcome: { ok: true; value: Value } | { ok: false; error: Refusal }): Value {
  if (outcome.ok) return outcome.value
  throw new Error(sentenceOf(outcome.error))
}
