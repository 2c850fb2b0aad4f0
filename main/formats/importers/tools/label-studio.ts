import { z } from 'zod'
import { type Refusal, refuse } from '#common/errors'
import { maskOfBitmap } from '#common/geometry/mask-forms'
import type { Size } from '#common/geometry/space'
import { isImageName } from '#common/image-kinds'
import { message } from '#common/messages/message'
import { ok, type Result } from '#common/result'
import type { AnnotatedImage } from '#core/annotation/annotations/annotation-file'
import type { ReadAnnotation } from '#core/annotation/annotations/read-annotation'
import { nameInAddress } from '#core/exchange/datasets/places'
import { pixelsOfBrush } from '../../labels/kit/brush.ts'
import {
  boxOfSize,
  ellipseOf,
  type Labelled,
  pixelsOf,
  pointOf,
  polygonOf,
  rectangleOf,
} from '../../labels/kit/geometry.ts'
import { FileNumber, FileRecord, readShape } from '../../labels/kit/json.ts'
import { type FilePlace, filePlace } from '../../labels/kit/places.ts'
import { type ReadObjects, readAll, shorten } from '../../labels/kit/reading.ts'
import { saidFor } from '../../labels/kit/said/wanted.ts'
import { textAboutImage, wholeImage } from '../../labels/kit/whole-image.ts'
import { declaredSize } from '../kit/declared-size.ts'
import { type DocumentEntry, type DocumentFault, documentImporter } from '../kit/documents.ts'

const Names = z.array(z.string()).default([])
const Place = {
  x: FileNumber.default(0),
  y: FileNumber.default(0),
  width: FileNumber.default(0),
  height: FileNumber.default(0),
  rotation: FileNumber.default(0),
  radiusX: FileNumber.default(0),
  radiusY: FileNumber.default(0),
}
const Value = z.object({
  ...Place,
  points: z.array(z.tuple([FileNumber, FileNumber])).default([]),
  rectanglelabels: Names,
  polygonlabels: Names,
  ellipselabels: Names,
  keypointlabels: Names,
  choices: Names,
  brushlabels: Names,
  rle: z.array(z.number().int().min(0).max(255)).default([]),
  text: z.union([z.array(z.string()), z.string().transform((text) => [text])]).default([]),
})
type Value = z.infer<typeof Value>

/** A link between regions has no value. */
const Item = z.object({
  id: z.string().optional().catch(undefined),
  type: z.string(),
  value: FileRecord(z.unknown()).default({}),
  original_width: z.unknown().optional(),
  original_height: z.unknown().optional(),
})
/** The sides are those of the image, as the program saw it. */
export type Item = z.infer<typeof Item>
const Work = z.object({
  result: z.array(Item),
  was_cancelled: z.boolean().nullish(),
  ground_truth: z.boolean().nullish().catch(undefined),
})
type Work = z.infer<typeof Work>
const Task = z.object({
  data: FileRecord(z.unknown()),
  annotations: z.array(Work).optional(),
  completions: z.array(Work).optional(),
})
type Task = z.infer<typeof Task>

/** Label Studio's own JSON: a task for each image, with what people submitted. */
export const labelStudio = documentImporter({
  id: 'label-studio',
  title: 'Label Studio',
  companions: /(?:^|\/)label-config\.xml$/i,
  isWanted: (keys) =>
    keys.has('[].data') &&
    ['annotations', 'completions'].some((works) => keys.has(`[].${works}[]`) && keys.has('[].id')),
  pieces: () => ({ lists: [''] }),
  entries(document, { names }) {
    const task = readShape(Task, document)
    if (!task.ok) return task
    const works = task.value.annotations ?? task.value.completions ?? []
    const submitted = works.filter(({ was_cancelled }) => was_cancelled !== true)
    const work = chosenOf(submitted)
    const name = nameOf(task.value, names)
    return ok(work && name ? [entryOf(name, work.result), ...unusedOf(name, submitted, work)] : [])
  },
})

/** Of several the one that reviewers chose, else the last that says something. */
function chosenOf(works: readonly Work[]): Work | undefined {
  const chosen = works.filter(({ ground_truth }) => ground_truth === true)
  return chosen.at(-1) ?? works.findLast(({ result }) => result.length > 0) ?? works.at(-1)
}

function unusedOf(name: string, works: readonly Work[], chosen: Work): readonly DocumentFault[] {
  const said = saidIn(chosen)
  const unused = works.filter((work) => work !== chosen && work.result.length > 0 && saidIn(work) !== said)
  if (unused.length === 0) return []
  return [{ reason: message('annotations-of-same-task', { count: unused.length, image: shorten(name) }) }]
}

/** Everything but the identifiers. */
function saidIn({ result }: Work): string {
  return JSON.stringify(result.map(({ type, value }) => [type, value]))
}

/** The address of an image, perhaps with a query behind it. */
function isImageAddress(address: string): boolean {
  return isImageName(address) || isImageName(address.replace(/[?#].*$/s, ''))
}

/** `/data/upload/7/3f2a1b4c-bay.jpg` is `bay.jpg` with a mark before it, which images that were downloaded keep. */
export function nameOf({ data }: Pick<Task, 'data'>, names: ReadonlySet<string>): string | undefined {
  const address = Object.values(data).find(
    (value): value is string => typeof value === 'string' && isImageAddress(value),
  )
  if (address === undefined) return undefined
  const local = /\/data\/local-files\/?\?d=(?<path>[^&]+)/.exec(address)?.groups?.['path']
  const name = nameInAddress(decoded(local) ?? address)
  return names.has(name.toLowerCase()) ? name : name.replace(/^[0-9a-f]{8}-/, '')
}

function decoded(path: string | undefined): string | undefined {
  return path?.replaceAll('%2F', '/')
}

/**
 * An image with what was submitted of it. Regions without a class are left out; an image on which nothing else was said stays unlabeled, and
 * one whose submission is empty is a background image.
 */
export function entryOf(name: string, results: readonly Item[]): DocumentEntry {
  const items = named(results)
  const read = items.filter((item) => !isMute(item))
  const classless = items.filter((item) => isMute(item) && !ASIDE.has(item.type))
  const leftOut = classless.map((_, nth) => message('region-without-class', { number: nth + 1 }))
  if (read.length === 0 && results.length > 0) return { name, objects: () => refuse('result-says-nothing') }
  return { name, leftOut, ...sizeIn(read), objects: (image) => readItems(read, image) }
}

/** As the first result that knows it says it. */
function sizeIn(items: readonly Item[]): Pick<DocumentEntry, 'size'> {
  const sizes = items.map(({ original_width: width, original_height: height }) => declaredSize(width, height))
  return sizes.find(({ size }) => size !== undefined) ?? {}
}

/** Regions and their classes may come as two results of one id: the classes of the one go to the other. */
function named(results: readonly Item[]): readonly Item[] {
  const byId = Map.groupBy(results, ({ id }) => id)
  return results.flatMap((item) => {
    const others = item.id === undefined ? [] : (byId.get(item.id) ?? []).filter((other) => other !== item)
    if (item.type === 'labels' && others.some(({ type }) => PLAIN.has(type))) return []
    if (!PLAIN.has(item.type)) return [item]
    if (others.some(({ type }) => type === `${item.type}labels`)) return []
    const labels = others.find(({ type }) => type === 'labels')?.value['labels']
    return Array.isArray(labels)
      ? [{ ...item, type: `${item.type}labels`, value: { ...item.value, [`${item.type}labels`]: labels } }]
      : [item]
  })
}

/** Says neither a class nor a text: a region without a class, a rating, a link between regions and the like. */
function isMute({ type, value }: Item): boolean {
  if (PLAIN.has(type) || ASIDE.has(type)) return true
  const classes = value[type]
  return Array.isArray(classes) && classes.every((name) => typeof name === 'string' && name.trim() === '')
}

function readItems(items: readonly Item[], image: AnnotatedImage): ReadObjects {
  const objects = readAll(items, (item, index) => readItem(item, filePlace('result', index + 1), image))
  return objects.ok ? ok(saidFor(objects.value, image)) : objects
}

function readItem({ type, value: raw }: Item, place: FilePlace, { frame }: AnnotatedImage): ReadObjects {
  if (!KINDS.has(type)) return refuse('result-kind-unsupported', { place, kind: shorten(type) })
  const read = readShape(Value, raw)
  if (!read.ok) return refuse('part-unreadable', { place }, read.error)
  const { value } = read
  if (type === 'choices') return wholeImage(value.choices)
  if (type === 'textarea') return textAboutImage({ prompt: '', answer: value.text.join('\n'), place })
  const classes = [value.rectanglelabels, value.polygonlabels, value.ellipselabels, value.keypointlabels].flat()
  if (type === 'brushlabels') {
    return readAll(value.brushlabels, (className) => asList(painted({ className, place }, value, frame)))
  }
  return readAll(classes, (className) => asList(placed({ className, place }, type, inPixels(value, frame))))
}

/** Painted regions, pixel by pixel. */
function painted(labelled: Labelled, { rle }: Value, frame: Size): Result<ReadAnnotation, Refusal> {
  const pixels = pixelsOfBrush(rle, frame, labelled.place)
  return pixels.ok ? pixelsOf(labelled, maskOfBitmap(pixels.value, { left: 0, top: 0 }, frame)) : pixels
}

export const DRAWN = ['rectanglelabels', 'polygonlabels', 'ellipselabels', 'keypointlabels', 'brushlabels'] as const
const KINDS: ReadonlySet<string> = new Set([...DRAWN, 'choices', 'textarea'])
/** Regions whose class, where they have one, stands in another result. */
const PLAIN: ReadonlySet<string> = new Set(['rectangle', 'polygon', 'ellipse', 'keypoint', 'brush'])
/** They say nothing of a class or a place. */
const ASIDE: ReadonlySet<string> = new Set(['rating', 'number', 'datetime', 'relation'])

function asList(object: Result<ReadAnnotation, Refusal>): ReadObjects {
  return object.ok ? ok([object.value]) : object
}

/** All numbers are hundredths of the sides of the image. */
function inPixels(value: Value, { width, height }: AnnotatedImage['frame']): Value {
  const [across, down] = [width / 100, height / 100]
  return {
    ...value,
    x: value.x * across,
    y: value.y * down,
    width: value.width * across,
    height: value.height * down,
    radiusX: value.radiusX * across,
    radiusY: value.radiusY * down,
    points: value.points.map(([x, y]) => [x * across, y * down]),
  }
}

function placed(labelled: Labelled, type: string, value: Value): Result<ReadAnnotation, Refusal> {
  const { x, y, radiusX: rx, radiusY: ry, rotation } = value
  if (type === 'polygonlabels') return polygonOf(labelled, [value.points.flat()])
  if (type === 'keypointlabels') return pointOf(labelled, [x, y])
  if (type === 'ellipselabels') return ellipseOf(labelled, { x, y, rx, ry, angle: (rotation * Math.PI) / 180 })
  return rotation === 0 ? boxOfSize(labelled, value) : rectangleOf(labelled, cornersOf(value), SLACK)
}

/** Pixels. */
const SLACK = 0.5

/** Turned clockwise about the left upper corner. */
function cornersOf({ x, y, width, height, rotation }: Value): readonly number[] {
  const [cos, sin] = [Math.cos((rotation * Math.PI) / 180), Math.sin((rotation * Math.PI) / 180)]
  const corners = [
    [0, 0],
    [width, 0],
    [width, height],
    [0, height],
  ] as const
  return corners.flatMap(([dx, dy]) => [x + dx * cos - dy * sin, y + dx * sin + dy * cos])
}
