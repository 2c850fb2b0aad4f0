import { readdir } from 'node:fs/promises'
import type { Shape } from '#common/annotation/shape'
import { type ClassId, type ImageId, type ProjectSlug, ShapeId } from '#common/ids'
import { addToLibrary } from '../kit/model-folder.ts'
import { photo, type StationProcess } from '../kit/station-process.ts'
import { addImages } from '../kit/studio-page.ts'
import { yoloDetector } from '../kit/toy-models/detector.ts'
import { describedDetector } from '../kit/toy-models/installed.ts'
import { makeTwoVersions } from '../kit/two-versions.ts'
import { addKinds, addReviewed, type Reviewed } from './reviewed.ts'

/** The library behind the pages. */
export interface ShotLibrary {
  /** Two versions, a job, labels and suggestions. */
  readonly kitchen: ProjectSlug
  readonly coffee: ImageId
  readonly cat: ImageId
  /** One image with ten thousand shapes. */
  readonly crowd: ProjectSlug
  readonly reviewed: Reviewed
  /** Whole images are sorted into classes. */
  readonly kinds: ProjectSlug
  /** Nothing in it yet. */
  readonly empty: ProjectSlug
}

/** Fills a station that runs with everything: two versions, a trashed image, suggestions, a job, events and a model. */
export async function fillLibrary(station: StationProcess): Promise<ShotLibrary> {
  const { studio } = station
  const { project: kitchen, images } = await makeTwoVersions(station)
  await addMorePhotos(station, kitchen)
  await propose(station, images['coffee.jpg'])
  await addEvents(station)
  const { library } = await studio.session.read()
  const bytes = yoloDetector({ side: 64, batch: 'batch' })
  await addToLibrary(library.path, describedDetector('toys/1', 64), { model: ['model.onnx', bytes] })
  const crowd = await addCrowd(station)
  const { slug: empty } = await studio.projects.create({ name: 'Boats', type: 'instance-segmentation' })
  const reviewed = await addReviewed(station)
  const kinds = await addKinds(station, await photoNames())
  return { kitchen, coffee: images['coffee.jpg'], cat: images['chelsea.jpg'], crowd, reviewed, kinds, empty }
}

async function addMorePhotos(station: StationProcess, project: ProjectSlug): Promise<void> {
  const images = await Promise.all((await photoNames()).map(async (name) => ({ name, bytes: await photo(name) })))
  await addImages(station, { project, batch: 'Tuesday' }, images)
}

async function photoNames(): Promise<readonly string[]> {
  const names = await readdir(new URL('../fixtures/photos', import.meta.url))
  return names.filter((name) => /\.(jpg|png)$/.test(name)).toSorted()
}

const FOUND = [
  { class: 'cup', x: 270, y: 160, width: 200, height: 160, confidence: 0.92 },
  { class: 'spoon', x: 450, y: 190, width: 160, height: 60, confidence: 0.81 },
]

async function propose({ urls: { management = '', workspace, apiKey } }: StationProcess, image: ImageId) {
  const address = `/dataset/kitchen/annotate/${image}?name=found.json&prediction=true&source=table-v2`
  const annotationFile = JSON.stringify({ predictions: FOUND })
  const response = await fetch(management.replace(/\/$/, '') + address, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ annotationFile, labelmap: null }),
  })
  if (!response.ok) throw new Error(`Proposals of ${workspace} were refused: ${await response.text()}`)
}

const QUALITY = { event_schema: 'quality_check', event_data: { result: 'pass' } }

async function addEvents({ urls }: StationProcess): Promise<void> {
  const base64Image = (await photo('coffee.jpg')).toString('base64')
  const found = { class: 'cup', x: 300, y: 180, width: 260, height: 220, confidence: 0.91 }
  const images = [{ base64Image, inputBase64Image: base64Image, object_detections: [found] }]
  for (let nth = 0; nth < 12; nth += 1) {
    const what = nth % 3 === 0 ? { event_schema: 'table-watch', event_data: {}, images } : QUALITY
    const inference_timestamp = new Date(Date.now() - nth * 600_000).toISOString()
    const body = JSON.stringify({ inference_timestamp, device_id: `quay-${nth % 4}`, ...what })
    await fetch(`${urls.events}/v2/events`, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  }
}

const CROWD = 10_000

async function addCrowd(station: StationProcess): Promise<ProjectSlug> {
  const { studio } = station
  const { slug: project } = await studio.projects.create({ name: 'Crowd', type: 'object-detection' })
  await addImages(station, { project, batch: 'Monday' }, [{ name: 'retina.jpg', bytes: await photo('retina.jpg') }])
  const [image] = await studio.images.ids({ project, filter: {}, sort: 'added' })
  if (image === undefined) throw new Error('The image was not added')
  const names = ['cell', 'vessel', 'spot']
  const classes = await Promise.all(names.map((name) => studio.projects.classes.create({ project, name })))
  const changes = Array.from({ length: CROWD }, (_, nth) => {
    const { id } = classes[nth % classes.length] ?? {}
    if (id === undefined) throw new Error('A class is missing')
    return { before: null, after: crowdBox(nth, id) }
  })
  for (let from = 0, revision = 0; from < CROWD; from += 1000) {
    const edit = { label: 'Draw boxes', changes: changes.slice(from, from + 1000) }
    revision = (await studio.annotations.commit({ project, image, revision, edit })).revision
  }
  return project
}

/** One of 10,000 on a grid of 100 × 100 over the image's 1000 × 1000 pixels. */
function crowdBox(nth: number, classId: ClassId): Shape {
  const [x0, y0] = [6 + (nth % 100) * 9.9, 6 + Math.floor(nth / 100) * 9.9]
  const box = { x0, y0, x1: x0 + 4 + (nth % 4), y1: y0 + 3 + (nth % 5) }
  return {
    id: ShapeId.parse(`crowd${String(nth).padStart(8, '0')}`),
    classId,
    z: nth,
    origin: 'hand',
    kind: 'box',
    box,
  }
}
