import { type Attribute, Attributes } from '#common/annotation/attribute'
import type { Marks } from '#common/annotation/marks'
import { saidByNames } from '#common/annotation/named/values'
import type { Shape } from '#common/annotation/shape'
import type { ProjectType } from '#common/contract/projects'
import type { ExportClass } from '#common/exports/model'
import { AttributeId, GroupId } from '#common/ids'
import type { ExportSource } from '#formats/kit/files'
import {
  boxShape,
  CRATE,
  collect,
  imageOf,
  pointsShape,
  polygonShape,
  SPOON,
  sourceOf,
  versionOf,
  wholeShape,
} from '#test/unit/formats/exporters/kit'

const [COLOUR, RED, BLUE] = ids('colour00', 'red00000', 'blue0000')
const [STACKED, WEIGHT, NOTE] = ids('stacked0', 'weight00', 'note0000')
const [OCCLUDED, ROTATION] = ids('occluded', 'rotation')

function ids(...texts: readonly [string, string, string?]) {
  const [a, b, c = 'unused00'] = texts
  return [AttributeId.parse(a), AttributeId.parse(b), AttributeId.parse(c)] as const
}

/** One of every kind, with names that mean something else in some files. */
const OF_CRATE: readonly Attribute[] = Attributes.parse([
  {
    id: COLOUR,
    name: 'colour',
    isRequired: false,
    kind: 'choice',
    default: RED,
    choices: [
      { id: RED, name: 'red' },
      { id: BLUE, name: 'deep blue' },
    ],
  },
  { id: STACKED, name: 'stacked', isRequired: false, kind: 'yes-no' },
  { id: WEIGHT, name: 'weight', isRequired: false, kind: 'number', min: 0, max: 120 },
  { id: NOTE, name: 'note', isRequired: false, kind: 'text' },
])

const OF_SPOON: readonly Attribute[] = Attributes.parse([
  { id: OCCLUDED, name: 'occluded', isRequired: false, kind: 'yes-no', default: false },
  { id: ROTATION, name: 'rotation', isRequired: false, kind: 'number' },
])

const FULL: Marks['attributes'] = { [COLOUR]: BLUE, [STACKED]: false, [WEIGHT]: 12.5, [NOTE]: 'a "<b>" & c' }
const [PAIR, OTHER] = [GroupId.parse('pair0000'), GroupId.parse('other000')]

/** An image whose labels say everything that labels can say by attributes, some of them in groups, and one that holds nothing. */
export function asked(projectType: ProjectType): ExportSource {
  const version = versionOf({ projectType })
  const classes = version.classes.map((known) => ({ ...known, attributes: known.id === CRATE ? OF_CRATE : OF_SPOON }))
  const images = [imageOf({ fileName: 'bay_jpg.rf.0.jpg', shapes: labelsOf(projectType) }), imageOf()]
  return sourceOf({ ...version, classes }, images)
}

function labelsOf(type: ProjectType): readonly Shape[] {
  if (type.endsWith('-classification')) {
    const said = [marked(wholeShape(CRATE), { attributes: FULL })]
    return type === 'single-label-classification' ? said : [wholeShape(SPOON), ...said]
  }
  if (type === 'keypoint-detection') return pointed()
  return [
    marked(boxShape(CRATE, [20, 10, 80, 50]), { attributes: FULL, group: PAIR }),
    marked(polygonShape(SPOON, [100, 20, 140, 20, 140, 60, 100, 60], [150, 20, 160, 20, 160, 30]), {
      attributes: { [OCCLUDED]: true, [ROTATION]: 30 },
      group: PAIR,
    }),
    marked(polygonShape(SPOON, [100, 70, 110, 70, 110, 80]), { attributes: { [OCCLUDED]: false }, group: PAIR }),
    polygonShape(SPOON, [120, 70, 130, 70, 130, 80], [140, 70, 150, 70, 150, 80]),
    marked(boxShape(CRATE, [1, 1, 9, 9]), { attributes: { [COLOUR]: RED }, group: OTHER }),
  ]
}

function pointed(): readonly Shape[] {
  const seen = { visibility: 2 } as const
  const ends = (x: number) => [
    { x: x + 5, y: 20, ...seen },
    { x: x + 45, y: 40, ...seen },
  ]
  return [
    marked(pointsShape(CRATE, [20, 10, 80, 50], ends(20)), { attributes: FULL, group: PAIR }),
    marked(pointsShape(CRATE, [90, 10, 150, 50], ends(90)), { attributes: { [STACKED]: true }, group: PAIR }),
    boxShape(SPOON, [100, 60, 140, 90]),
  ]
}

function marked(shape: Shape, marks: Marks): Shape {
  return { ...shape, ...marks }
}

/** Attribute values of the annotations by names, and their groups, in the order of the images. */
export async function saidIn({ version, images }: ExportSource): Promise<readonly object[]> {
  const all = (await collect(images('train'))).flatMap(({ shapes }) => shapes)
  const counts = Map.groupBy(all, ({ group }) => group ?? '')
  const groups = [...counts].filter(([group, { length }]) => group !== '' && length > 1).map(([group]) => group)
  return all.map(({ classId, group, attributes }) => ({
    className: classOf(version.classes, classId).name,
    said: saidByNames(classOf(version.classes, classId).attributes ?? [], attributes),
    group: groups.indexOf(group ?? ''),
  }))
}

function classOf(classes: readonly ExportClass[], id: ExportClass['id']): ExportClass {
  const found = classes.find((known) => known.id === id)
  if (!found) throw new Error(`There is no class ${id}`)
  return found
}
