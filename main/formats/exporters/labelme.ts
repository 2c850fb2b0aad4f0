import type { ProjectType } from '#common/contract/projects'
import { maskBitmap } from '#common/geometry/mask-forms'
import type { MaskTiles } from '#common/geometry/masks/mask-tiles'
import type { Ring } from '#common/geometry/polygon'
import { rotatedBoxRing } from '#common/geometry/rotated-box'
import { message } from '#common/messages/message'
import type { Message } from '#common/messages/template'
import { besideImage } from '../kit/file-names.ts'
import { filledSplits, imagesWith, type NamedImage, textFile } from '../kit/files.ts'
import { r3 } from '../kit/numbers.ts'
import { type BoxObject, classesOfWhole, type DrawnObject, drawnObjects } from '../kit/objects.ts'
import { greyPngText } from '../kit/png.ts'
import { attributesByName, toldBy } from '../kit/said/attributes.ts'
import { groupNumbers } from '../kit/said/groups.ts'
import { type LabelMeShape, labelMeSaid } from '../kit/said/labelme.ts'
import { type Dataset, defineExporter } from './define.ts'

type Reading = Omit<Dataset, 'images'>

/** Readers check the major version. */
const WRITTEN_AS = '5.5.0'

/** Beside the splits: the attributes of each class. */
const ATTRIBUTES_FILE = 'attributes.json'

const KEPT: ReadonlyMap<ProjectType, Message> = new Map([
  ['keypoint-detection', message('kept-boxes-with-their-points')],
  ['single-label-classification', message('kept-class-as-flag')],
  ['multi-label-classification', message('kept-classes-as-flags')],
])

/** LabelMe: a JSON file beside each image, for the program of the same name. */
export const labelme = defineExporter({
  id: 'labelme',
  title: 'LabelMe',
  says: ['attributes', 'groups', 'crowds'],
  hasLines: true,
  keeps: (type) => message('keeps-in-json-beside', { what: KEPT.get(type) ?? message('kept-all-shapes-cornered') }),
  tasks: {
    'object-detection': 'all',
    'instance-segmentation': 'all',
    'semantic-segmentation': 'all',
    'keypoint-detection': 'all',
    'single-label-classification': 'all',
    'multi-label-classification': 'all',
  },
  async *files(dataset) {
    const attributes = attributesByName(dataset.classes)
    if (attributes) yield textFile(ATTRIBUTES_FILE, JSON.stringify({ attributes }))
    for (const split of filledSplits(dataset.version)) {
      yield* imagesWith(dataset, split, (image) => [
        textFile(`${split}/${besideImage(image.fileName, 'json')}`, JSON.stringify(labelFile(image, dataset))),
      ])
    }
  },
  record(image, dataset) {
    const { flags, shapes } = labelFile(image, dataset)
    const [first] = shapes
    if (first !== undefined) return lined(first)
    return Object.values(flags).includes(true) ? lined({ flags }) : ''
  },
})

function labelFile(image: NamedImage, dataset: Reading) {
  return {
    version: WRITTEN_AS,
    flags: flagsOf(image, dataset),
    shapes: shapesOf(image, dataset),
    imagePath: image.fileName,
    imageData: null,
    imageHeight: image.height,
    imageWidth: image.width,
  }
}

/** In projects of whole-image classes, every class has a flag. */
function flagsOf(image: NamedImage, { version, classes }: Reading): Readonly<Record<string, boolean>> {
  const said = new Set(classesOfWhole(image, classes))
  const isAsked = version.projectType.endsWith('-classification')
  const answers = classes.names.map((name, index) => [name, said.has(index)] as const)
  return Object.fromEntries(answers.filter(([, isSaid]) => isAsked || isSaid))
}

function shapesOf(image: NamedImage, dataset: Reading): readonly object[] {
  const objects = drawnObjects(image, dataset.classes)
  const numbersOf = groupNumbers(objects)
  return objects.flatMap((object, place) => {
    const told = { said: toldBy(object.shape, dataset.classes), numbers: numbersOf(place) }
    return shapes(object, place + 1, dataset).map((each, part) => labelMeSaid(each, told, part === 0))
  })
}

/** Shapes that make up one object share a group number. */
function shapes(object: DrawnObject, group: number, { classes }: Reading): readonly LabelMeShape[] {
  const { name = '', skeleton } = classes.all[object.classIndex] ?? {}
  switch (object.kind) {
    case 'box':
      return [rectangle(name, object)]
    case 'polygon':
      return object.parts.map((part) =>
        shape(name, pairs(part), { type: 'polygon', group: object.parts.length > 1 ? group : null }),
      )
    case 'rotated-box':
      // This version of LabelMe opens no rotated rectangle, and keeps fields that it does not know.
      return [{ ...shape(name, pairs(rotatedBoxRing(object.turned)), { type: 'polygon', group: null }), rotated: true }]
    case 'polyline':
      return object.pieces.map((piece) => shape(name, pairs(piece), { type: 'linestrip', group: null }))
    case 'point':
      return [shape(name, pairs([object.at.x, object.at.y]), { type: 'point', group: null })]
    case 'mask':
      return [maskShape(name, object.tiles)]
    case 'keypoints':
      return [
        { ...rectangle(name, object), group_id: group },
        ...object.points.flatMap(({ x, y, visibility }, place) => {
          const point = shape(skeleton?.points[place] ?? '', pairs([x, y]), { type: 'point', group })
          if (visibility === 0) return []
          return [visibility === 1 ? { ...point, flags: { hidden: true } } : point]
        }),
      ]
  }
}

function rectangle(name: string, { box }: BoxObject): LabelMeShape {
  return shape(name, pairs([box.x0, box.y0, box.x1, box.y1]), { type: 'rectangle', group: null })
}

/** Writes a bitmap of the mask's box. The second corner is the last pixel of the box. */
function maskShape(name: string, tiles: MaskTiles): LabelMeShape {
  const { mask, left, top } = maskBitmap(tiles)
  const corners = pairs([left, top, left + mask.width - 1, top + mask.height - 1])
  return { ...shape(name, corners, { type: 'mask', group: null }), mask: greyPngText(mask.data, mask) }
}

interface ShapeFacts {
  readonly type: 'rectangle' | 'polygon' | 'point' | 'linestrip' | 'mask'
  readonly group: number | null
}

function shape(label: string, points: readonly (readonly number[])[], { type, group }: ShapeFacts): LabelMeShape {
  return { label, points, group_id: group, description: '', shape_type: type, flags: {}, mask: null }
}

function pairs(flat: Ring): readonly (readonly number[])[] {
  return Array.from({ length: flat.length / 2 }, (_, i) => flat.slice(2 * i, 2 * i + 2).map(r3))
}

function lined(record: object): string {
  const fields = Object.entries(record).map(([key, value]) => `"${key}": ${JSON.stringify(value)}`)
  return `{ ${fields.join(',\n  ')} }`
}
