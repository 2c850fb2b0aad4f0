import { z } from 'zod'
import type { Refusal } from '#common/errors'
import { ok, type Result } from '#common/result'
import type { ReadAnnotation } from '#core/annotations/read-annotation'
import type { AnnotatedPicture } from '#core/management/ports'
import { boxOfSize, ellipseOf, type Labelled, pointOf, polygonOf, rectangleOf } from '../../labels/kit/geometry.ts'
import { FileNumber, readShape } from '../../labels/kit/json.ts'
import { type ReadObjects, readAll, shorten, unreadable } from '../../labels/kit/reading.ts'
import { textAboutPicture, wholePicture } from '../../labels/kit/whole-picture.ts'
import { documentImporter, nameInAddress } from '../kit/documents.ts'
import { saidFor } from '../kit/said.ts'

const Names = z.array(z.string()).default([])
const Place = {
  ...{
    x: FileNumber.default(0),
    y: FileNumber.default(0),
    width: FileNumber.default(0),
    height: FileNumber.default(0),
  },
  ...{ rotation: FileNumber.default(0), radiusX: FileNumber.default(0), radiusY: FileNumber.default(0) },
}
const Value = z.object({
  ...Place,
  points: z.array(z.tuple([FileNumber, FileNumber])).default([]),
  ...{ rectanglelabels: Names, polygonlabels: Names, ellipselabels: Names, keypointlabels: Names, choices: Names },
  text: z.union([z.array(z.string()), z.string().transform((text) => [text])]).default([]),
})
type Value = z.infer<typeof Value>

const Item = z.object({ type: z.string(), value: z.unknown() })
type Item = z.infer<typeof Item>
const Work = z.object({ result: z.array(Item), was_cancelled: z.boolean().nullish() })
const Task = z.object({
  data: z.record(z.string(), z.unknown()),
  annotations: z.array(Work).optional(),
  completions: z.array(Work).optional(),
})
type Task = z.infer<typeof Task>

/** Label Studio's own JSON: a task for each image, with what people submitted; the last of several counts. */
export const labelStudio = documentImporter({
  id: 'label-studio',
  title: 'Label Studio',
  isWanted: (keys) =>
    keys.has('[].data') &&
    ['annotations', 'completions'].some((works) => keys.has(`[].${works}[]`) && keys.has('[].id')),
  entries(document, { names }) {
    const tasks = readShape(z.array(Task), document)
    if (!tasks.ok) return tasks
    return ok(
      tasks.value.flatMap((task) => {
        const work = (task.annotations ?? task.completions ?? []).findLast(
          ({ was_cancelled }) => was_cancelled !== true,
        )
        const name = nameOf(task, names)
        return work && name ? [{ name, objects: (picture: AnnotatedPicture) => readItems(work.result, picture) }] : []
      }),
    )
  },
})

const IMAGE = /\.(?:jpe?g|png|webp|tiff?|avif|bmp|gif)(?:$|[?#])/i

/** `/data/upload/7/3f2a1b4c-bay.jpg` is `bay.jpg` with a mark before it, which images that were downloaded keep. */
function nameOf({ data }: Task, names: ReadonlySet<string>): string | undefined {
  const address = Object.values(data).find((value): value is string => typeof value === 'string' && IMAGE.test(value))
  if (address === undefined) return undefined
  const local = /\/data\/local-files\/?\?d=(?<path>[^&]+)/.exec(address)?.groups?.['path']
  const name = nameInAddress(decoded(local) ?? address)
  return names.has(name.toLowerCase()) ? name : name.replace(/^[0-9a-f]{8}-/, '')
}

function decoded(path: string | undefined): string | undefined {
  return path?.replaceAll('%2F', '/')
}

function readItems(items: readonly Item[], picture: AnnotatedPicture): ReadObjects {
  const objects = readAll(items, (item, index) => readItem(item, `result ${index + 1}`, picture))
  return objects.ok ? ok(saidFor(objects.value, picture)) : objects
}

function readItem({ type, value: raw }: Item, place: string, { frame }: AnnotatedPicture): ReadObjects {
  // A rating, a link between regions and the like say nothing of a class or a place.
  if (!KINDS.has(type)) return OTHERS.has(type) ? ok([]) : unreadable(`${place} is of the kind "${shorten(type)}"`)
  const read = readShape(Value, raw)
  if (!read.ok) return unreadable(`${place} is not understood: ${read.error.message}`)
  const { value } = read
  if (type === 'choices') return wholePicture(value.choices)
  if (type === 'textarea') return textAboutPicture({ prompt: '', answer: value.text.join('\n'), place })
  const classes = [value.rectanglelabels, value.polygonlabels, value.ellipselabels, value.keypointlabels].flat()
  return readAll(classes, (className) => asList(placed({ className, place }, type, inPixels(value, frame))))
}

const KINDS = new Set(['rectanglelabels', 'polygonlabels', 'ellipselabels', 'keypointlabels', 'choices', 'textarea'])
const OTHERS = new Set(['rating', 'number', 'datetime', 'relation', 'rectangle', 'polygon', 'ellipse', 'keypoint'])

function asList(object: Result<ReadAnnotation, Refusal>): ReadObjects {
  return object.ok ? ok([object.value]) : object
}

/** All numbers are hundredths of the sides of the image. */
function inPixels(value: Value, { width, height }: AnnotatedPicture['frame']): Value {
  const [across, down] = [width / 100, height / 100]
  return {
    ...value,
    ...{ x: value.x * across, y: value.y * down, width: value.width * across, height: value.height * down },
    ...{ radiusX: value.radiusX * across, radiusY: value.radiusY * down },
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
