import { z } from 'zod'
import { ImageId, ProjectSlug } from '#common/ids'
import { someImage } from '#test/kit/images'
import { addToLibrary } from '#test/kit/model-folder'
import { samexporterToy } from '#test/kit/toy-models/sam/layouts'
import type { Ground } from '../kit/ground.ts'
import { type ProbedStation, startProbed } from '../kit/loop-delay.ts'
import { addDetector, DETECTOR } from '../kit/models.ts'
import { plainRow, type Row, timeRow } from '../table.ts'

/** Maximum delay of other requests. */
const LIMIT_MS = 50
const BOXES = 30_000
const ROUNDS = 3

interface Worst {
  readonly name: string
  readonly ask: (station: ProbedStation) => Promise<unknown>
  /** Setup repeated before each round. */
  readonly before?: (station: ProbedStation) => Promise<unknown>
}

const MANY_ROWS = { rows: Array.from({ length: 600_000 }, (_, row) => ({ row, text: `row ${row}` })) }

/** Returns the worst inputs that the routes accept or refuse. */
function worstInputs(image: string): readonly Worst[] {
  const annotate = (name: string, body: string) => (station: ProbedStation) =>
    send(station, `/dataset/loop/annotate/${image}?name=${name}&overwrite=true`, body)
  const predict = (count: number) => annotate('boxes.txt&prediction=true', boxes(count))
  return [
    {
      name: `${BOXES} boxes onto an image`,
      ask: annotate('boxes.txt', boxes(BOXES)),
      before: annotate('boxes.txt', boxes(1)),
    },
    {
      name: `one box in place of ${BOXES}`,
      ask: annotate('boxes.txt', boxes(1)),
      before: annotate('boxes.txt', boxes(BOXES)),
    },
    {
      name: `${BOXES} boxes deleted in the studio`,
      ask: (station) => deleteAll(station, image),
      before: annotate('boxes.txt', boxes(BOXES)),
    },
    {
      name: `${BOXES} boxes brought back by an undo`,
      ask: (station) => undo(station, image),
      before: async (station) => {
        await annotate('boxes.txt', boxes(BOXES))(station)
        await deleteAll(station, image)
      },
    },
    {
      name: `${BOXES} boxes read by a program`,
      ask: (station) => read(station, `/${station.urls.workspace}/loop/images/${image}`),
      before: annotate('boxes.txt', boxes(BOXES)),
    },
    { name: `${BOXES} boxes opened in the studio`, ask: (station) => openImage(station, image) },
    { name: `${BOXES} boxes as a table`, ask: annotate('boxes.csv', table(BOXES)) },
    { name: `${BOXES} boxes as Pascal VOC`, ask: annotate('boxes.xml', voc(BOXES)) },
    ...wrappings(annotate),
    { name: '60 MB of nested JSON as an annotation', ask: annotate('image.json', '['.repeat(60_000_000)) },
    { name: '20 MB of text as an annotation', ask: annotate('boxes.txt', boxes(1_000_000)) },
    { name: 'a project in a megabyte of JSON', ask: (station) => send(station, '/bench/projects', nested(1_000_000)) },
    {
      name: '30 MB of base64 to a search',
      ask: (station) => search(station, { image_base64: 'A'.repeat(30_000_000) }),
    },
    {
      name: '30 MB of fields to a search',
      ask: (station) => search(station, { fields: Array.from({ length: 7_500_000 }, () => 'a') }),
    },
    { name: 'an event of 25 MB', ask: (station) => sendEvent(station, MANY_ROWS) },
    { name: 'an event of 60 MB of nested JSON', ask: (station) => sendText(station, '/v2/events', nested(60_000_000)) },
    {
      name: 'the Events page after it',
      ask: (station) => station.studio.events.page({ filter: ALL, limit: 100, direction: 'desc' }),
    },
    { name: 'a page of such events to a program', ask: (station) => readEvents(station) },
    {
      name: 'an event of 250,000 empty detections',
      ask: (station) => sendText(station, '/v2/events', EMPTY_DETECTIONS),
    },
    { name: 'a schema of 250 KB', ask: (station) => putSchema(station, WIDE_SCHEMA) },
    {
      name: 'an event that its schema takes seconds to check',
      before: (station) => putSchema(station, { properties: { code: { pattern: '^(a+)+$' } } }),
      ask: (station) => sendEvent(station, { code: `${'a'.repeat(60)}b` }),
    },
    { name: '49,000 predicted boxes onto an image', ask: predict(49_000) },
    { name: 'a workflow of a megabyte of brackets', ask: (station) => createWorkflow(station) },
    { name: '10,000 long texts to CLIP', ask: (station) => sendInference(station, LONG_TEXTS, '/clip/embed_text') },
    ...memberRows(image),
    ...imageRows(),
    { name: '90 MB of JSON to a model', ask: (station) => sendInference(station, nested(90_000_000)) },
  ]
}

/** Returns JSON around a short annotation at the limits of nesting, and beyond. */
function wrappings(annotate: (name: string, body: string) => Worst['ask']): readonly Worst[] {
  const wrapped = (more: object) => annotate('a.txt', JSON.stringify({ annotationFile: boxes(1), ...more }))
  return [
    { name: '1,900,000 unknown fields around an annotation', ask: wrapped(members(1_900_000)) },
    { name: '50,000 unknown fields around an annotation', ask: wrapped(members(50_000)) },
    { name: 'a labelmap of 1,500,000 entries', ask: wrapped({ labelmap: members(1_500_000) }) },
    { name: 'a labelmap of 10,000 entries', ask: wrapped({ labelmap: members(10_000) }) },
    { name: 'a labelmap of 10,000 entries that are no names', ask: wrapped({ labelmap: members(10_000, true) }) },
  ]
}

const MOST_MEMBERS = 9990

/** Returns bodies with the maximum number of members, all with different names, and with more. */
function memberRows(image: string): readonly Worst[] {
  const manage = (path: string, body: object, method = 'POST') => ({
    ask: (station: ProbedStation) =>
      sendAs(method, station, { path: `/${station.urls.workspace}${path}`, body: JSON.stringify(body) }),
  })
  const ones = Array.from({ length: 400_000 }, () => 1)
  const forms = Array.from({ length: MOST_MEMBERS }, (_, nth) => ({ [`k${nth}`]: nth }))
  return [
    { name: 'metadata of 60,000 keys', ...manage(`/images/${image}/metadata`, { metadata: members(60_000) }) },
    { name: 'metadata of 9,990 keys', ...manage(`/images/${image}/metadata`, { metadata: members(MOST_MEMBERS) }) },
    { name: '9,990 unknown members to a project', ...manage('/loop', members(MOST_MEMBERS), 'PATCH') },
    { name: '9,990 objects of other forms to a search', ...manage('/loop/search', { fields: forms }) },
    { name: '400,000 wrong values to a search', ...manage('/loop/search', { fields: ones }) },
    {
      name: '9,000 wrong values to remap classes',
      ...manage('/loop/generate', { preprocessing: { remap: members(9000, 7) } }),
    },
    {
      name: '9,000 wrong values to filter tags',
      ...manage('/loop/generate', { preprocessing: { 'filter-tags': members(9000, 'maybe') } }),
    },
    {
      name: '9,000 unknown steps of a version',
      ...manage('/loop/generate', { preprocessing: members(9000, { enabled: true }) }),
    },
    {
      name: '9,990 remapped classes',
      ...manage('/loop/generate', { preprocessing: { remap: members(MOST_MEMBERS) } }),
    },
    {
      name: "9,990 wrong values for a key's metadata",
      ...manage('/api-keys', { name: 'Loop', customMetadata: members(MOST_MEMBERS, []) }),
    },
    { name: '9,990 changes that are none', ...manage('/images/metadata', { updates: forms }) },
    { name: '400,000 numbers for changes', ...manage('/images/metadata', { updates: ones }) },
    { name: 'an event of 900,000 keys', ask: (station) => sendEvent(station, members(900_000)) },
    { name: 'an event of 9,990 keys', ask: (station) => sendEvent(station, members(MOST_MEMBERS)) },
    {
      name: 'a schema of 9,990 members',
      ask: (station) => putSchema(station, { properties: members(MOST_MEMBERS, true) }),
    },
    {
      name: '9,990 unknown members to a model',
      ask: (station) => sendInference(station, JSON.stringify(members(MOST_MEMBERS))),
    },
    {
      name: '9,990 images of other forms to a model',
      ask: (station) => sendInference(station, JSON.stringify({ model_id: 'a/1', image: forms })),
    },
    {
      name: '9,990 wrong prompts to CLIP',
      ask: (station) =>
        sendInference(station, JSON.stringify({ subject: 'a', prompt: members(MOST_MEMBERS, 1) }), '/clip/compare'),
    },
  ]
}

/** Returns images as text that fill a body. */
function imageRows(): readonly Worst[] {
  const model_id = DETECTOR.id
  const large = { type: 'base64', value: 'A'.repeat(95_000_000) }
  const small = { type: 'base64', value: 'A'.repeat(95_000) }
  const to = (body: object, path?: string) => (station: ProbedStation) =>
    sendInference(station, JSON.stringify(body), path)
  return [
    { name: 'an image of 95 MB of base64 to a model', ask: to({ model_id, image: large }) },
    { name: 'an image of 95 MB of base64 to Segment Anything', ask: to({ image: large }, '/sam2/embed_image') },
    {
      name: '95 MB that are no base64 to a model',
      ask: to({ model_id, image: { ...large, value: '%'.repeat(95_000_000) } }),
    },
    { name: '95 MB of text beside an image to a model', ask: to({ model_id, image: small, prompt: large.value }) },
    {
      name: '1000 images of 95 KB to a model',
      ask: to({ model_id, image: Array.from({ length: 1000 }, () => small) }),
    },
    { name: 'a mask of 95 MB of base64', ask: to({ image: small, mask_input: large.value }, '/sam3_3d/infer') },
    {
      name: '1000 masks of 95 KB',
      ask: to({ image: small, mask_input: Array.from({ length: 1000 }, () => small.value) }, '/sam3_3d/infer'),
    },
  ]
}

function members(count: number, value: unknown = 'a'): Record<string, unknown> {
  return Object.fromEntries(Array.from({ length: count }, (_, nth) => [`k${nth}`, value]))
}

/** Fits into a short body. */
const EMPTY_DETECTIONS = `{"inference_timestamp":"2026-11-22T10:00:00Z","event_schema":"custom","event_data":{"value":"x"},"images":[{"object_detections":[${'[],'.repeat(250_000)}[]]}]}`

const LONG_TEXTS = JSON.stringify({ text: Array.from({ length: 10_000 }, (_, nth) => `${nth} `.repeat(1500)) })

const WIDE_SCHEMA = {
  properties: Object.fromEntries(
    Array.from({ length: 6000 }, (_, nth) => [`p${nth}`, { type: 'integer', minimum: 1 }]),
  ),
}

const ALL = { devices: [], schemas: [], workflows: [], metadata: [], includeDrafts: true }

/**
 * Measures the longest delay of a station's event loop under the worst inputs of each route. Takes the minimum of some
 * rounds, because other programs use the machine too.
 */
export async function loopDelay(ground: Ground): Promise<Row[]> {
  const station = await startProbed(ground, addModels)
  const rows: Row[] = []
  const delays: { readonly name: string; readonly delay: number }[] = []
  for (const { name, ask, before } of worstInputs(await prepare(station))) {
    const rounds: number[] = []
    for (let round = 0; round < ROUNDS; round += 1) {
      await before?.(station)
      await station.longestDelay()
      await ask(station)
      rounds.push(await station.longestDelay())
    }
    const delay = Math.min(...rounds)
    delays.push({ name, delay })
    rows.push(plainRow({ name: `loop: ${name}`, unit: 'ms' }, [delay]))
  }
  const peakBytes = await station.end()
  const worst = delays.toSorted((a, b) => b.delay - a.delay)[0]
  const named = { name: 'longest delay of the loop', unit: 'ms', peakBytes, note: worst?.name ?? '' }
  return [...rows, timeRow(named, [{ ours: worst?.delay ?? Number.NaN, limit: LIMIT_MS }], { target: 1 })]
}

async function addModels(library: string): Promise<void> {
  await addDetector(library)
  const sam = {
    id: 'sam2/hiera_tiny',
    task: 'unsupervised-segmentation',
    family: 'sam',
    layout: 'samexporter',
  } as const
  await addToLibrary(library, sam, samexporterToy())
}

const Uploaded = z.object({ id: z.string() })

/** Makes a project with an image; returns the image's id. */
async function prepare(station: ProbedStation): Promise<string> {
  const { management, workspace, apiKey } = station.urls
  await send(station, `/${workspace}/projects`, JSON.stringify({ name: 'Loop', type: 'object-detection' }))
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(await someImage())]), 'image.png')
  const headers = { authorization: `Bearer ${apiKey}` }
  const response = await fetch(new URL('/dataset/loop/upload', management), { method: 'POST', headers, body: form })
  return Uploaded.parse(await response.json()).id
}

function boxes(count: number): string {
  return Array.from({ length: count }, (_, nth) => `0 0.5 0.5 0.${10_000 + nth} 0.5`).join('\n')
}

function table(count: number): string {
  const rows = Array.from({ length: count }, (_, nth) => `image.png,64,48,crate,1,1,${2 + nth / 1000},20`)
  return ['filename,width,height,class,xmin,ymin,xmax,ymax', ...rows].join('\n')
}

function voc(count: number): string {
  const objects = Array.from(
    { length: count },
    (_, nth) =>
      `<object><name>crate</name><bndbox><xmin>1</xmin><ymin>1</ymin><xmax>${2 + nth / 1000}</xmax><ymax>20</ymax></bndbox></object>`,
  )
  const size = '<size><width>64</width><height>48</height><depth>3</depth></size>'
  return `<annotation><filename>image.png</filename>${size}${objects.join('')}</annotation>`
}

const PROJECT = ProjectSlug.parse('loop')

async function deleteAll({ studio }: ProbedStation, id: string): Promise<void> {
  const at = { project: PROJECT, image: ImageId.parse(id) }
  const { revision, shapes } = await studio.annotations.open(at)
  const changes = shapes.map((before) => ({ before, after: null }))
  await studio.annotations.commit({ ...at, revision, edit: { label: 'Delete all', changes } })
}

async function openImage({ studio }: ProbedStation, id: string): Promise<void> {
  await studio.annotations.open({ project: PROJECT, image: ImageId.parse(id) })
}

async function read({ urls }: ProbedStation, path: string): Promise<void> {
  const headers = { authorization: `Bearer ${urls.apiKey}` }
  await (await fetch(new URL(path, urls.management), { headers })).arrayBuffer()
}

async function readEvents({ urls }: ProbedStation): Promise<void> {
  await (await fetch(new URL('/v2/events', urls.events))).arrayBuffer()
}

async function undo({ studio }: ProbedStation, id: string): Promise<void> {
  const at = { project: PROJECT, image: ImageId.parse(id) }
  const { revision } = await studio.annotations.open(at)
  await studio.annotations.undo({ ...at, revision })
}

function nested(bytes: number): string {
  return `{"name":${'[1,'.repeat(bytes / 3)}`
}

function search(station: ProbedStation, body: object): Promise<void> {
  return send(station, `/${station.urls.workspace}/loop/search`, JSON.stringify(body))
}

async function send(station: ProbedStation, path: string, body: string): Promise<void> {
  await sendAs('POST', station, { path, body })
}

interface ToManagement {
  readonly path: string
  readonly body: string
}

async function sendAs(method: string, { urls }: ProbedStation, { path, body }: ToManagement): Promise<void> {
  const type = body.startsWith('{') || body.startsWith('[') ? 'application/json' : 'text/plain'
  const headers = { authorization: `Bearer ${urls.apiKey}`, 'content-type': type }
  await sendTo(new URL(path, urls.management), { method, headers, body })
}

async function sendEvent(station: ProbedStation, data: object): Promise<void> {
  const event = { inference_timestamp: '2026-11-22T10:00:00Z', event_schema: 'wide', event_data: data }
  await sendText(station, '/v2/events', JSON.stringify(event))
}

async function sendText({ urls }: ProbedStation, path: string, body: string): Promise<void> {
  await sendTo(new URL(path, urls.events), { ...JSON_POST, body })
}

async function putSchema({ urls }: ProbedStation, schema: object): Promise<void> {
  const body = JSON.stringify(schema)
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(new URL('/v2/schemas/wide', urls.events), { method: 'PUT', headers, body })
  await response.arrayBuffer()
}

async function createWorkflow(station: ProbedStation): Promise<void> {
  const config = `{"specification":{"steps":${'['.repeat(900_000)}`
  await send(station, `/${station.urls.workspace}/createWorkflow`, JSON.stringify({ name: 'Deep', config }))
}

async function sendInference({ urls }: ProbedStation, body: string, path = '/infer/object_detection'): Promise<void> {
  await sendTo(new URL(path, urls.inference), { ...JSON_POST, body })
}

const JSON_POST = { method: 'POST', headers: { 'content-type': 'application/json' } }

/** Most of them are refused, some before everything was sent. */
async function sendTo(url: URL, request: RequestInit): Promise<void> {
  const response = await fetch(url, request).catch(() => undefined)
  await response?.arrayBuffer()
}
