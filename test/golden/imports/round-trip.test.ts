import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type Shape, shapeBounds } from '#common/annotation/shape'
import { ProjectType } from '#common/contract/projects'
import { ClassId } from '#common/ids'
import type { Draft } from '#core/annotation/annotations/read-annotation'
import type { Exporter, Fidelity } from '#formats/exporters/define'
import { EXPORTERS } from '#formats/exporters/registry'
import type { ExportSource } from '#formats/kit/files'
import {
  boxShape,
  CRATE,
  collect,
  harbor,
  imageOf,
  pointsShape,
  polygonShape,
  SPOON,
  sourceOf,
  versionOf,
} from '#test/unit/formats/exporters/kit'
import { KEPT } from '../attributes/kept.ts'
import { labelContents, roundTrip, type Trip, typeKept } from './trip.ts'

const DOCUMENT = join(import.meta.dirname, '../../../docs/round-trips.md')

const CASES = EXPORTERS.flatMap((exporter) =>
  ProjectType.options.filter((type) => exporter.tasks[type]).map((projectType) => ({ exporter, projectType })),
)

/** Formats whose numbers are exact, so that the first export and the second are the same bytes. */
const EXACT = new Set([
  'coco',
  'coco-segmentation',
  'png-mask-semantic',
  'voc-segmentation',
  'createml',
  'darknet',
  'tensorflow',
  'retinanet',
  'multiclass',
  ...EXPORTERS.map(({ id }) => id).filter((id) => /^(?:mt-)?yolo/.test(id)),
])

describe.each(CASES)('$exporter.id for $projectType', ({ exporter, projectType }) => {
  test('what was exported and read back is exported again', async () => {
    const { problems, first, second, third } = await exportedTwice(exporter, projectType)

    expect(problems).toEqual([])
    expect(third).toEqual(second)
    expect(second).toEqual(EXACT.has(exporter.id) ? first : second)
  })
})

async function exportedTwice(exporter: Exporter, projectType: ProjectType) {
  const source = harbor({ projectType })
  const trip = await roundTrip(exporter, source)
  const back = trip && (await roundTrip(exporter, trip.source))
  if (!back) throw new Error(`No importer reads ${exporter.id}`)
  const second = withoutReadmes(back.texts)
  // Where the format lists no classes, one without objects does not come back.
  const areAllSeen = trip.source.version.classes.length === source.version.classes.length
  return {
    problems: trip.problems,
    first: areAllSeen ? withoutReadmes(trip.texts) : second,
    second,
    third: await labelTexts(exporter, back.source),
  }
}

test('what each format loses is documented', async () => {
  const text = await documentText()
  if (process.env['UPDATE_GOLDEN'] === '1') await writeFile(DOCUMENT, text)

  expect(await readFile(DOCUMENT, 'utf8')).toBe(text)
})

async function labelTexts(exporter: Exporter, source: ExportSource) {
  return withoutReadmes(await labelContents(exporter, source))
}

/** They name the day and the classes in the words of people. */
function withoutReadmes(texts: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(texts).filter(([path]) => !path.startsWith('README')))
}

async function documentText(): Promise<string> {
  const rows = await Promise.all(CASES.map(async ({ exporter, projectType }) => row(exporter, projectType)))
  return `${INTRODUCTION}\n${rows.map((cells) => `| ${cells.join(' | ')} |\n`).join('')}`
}

/** The formats that have a place for it. */
function namesOf(kind: 'attributes' | 'groups'): string {
  const ids = EXPORTERS.filter((exporter) => !exporter.leavesOut('object-detection').includes(kind)).map(({ id }) => id)
  return listOf(ids)
}

function listOf(ids: readonly string[]): string {
  return new Intl.ListFormat('en').format(ids.map((id) => `\`${id}\``))
}

/** The formats in whose files attributes are, but for those in which only what labels say by them is. */
function formatsWithDefinitions(): string {
  const others = Object.keys(KEPT).filter((id) => !KEPT[id]?.isListed)
  return `All of these${others.length > 0 ? ` except ${listOf(others)}` : ''}`
}

const INTRODUCTION = `# Round trips

This table shows what survives when a dataset is exported, imported again, and exported once more.
\`test/golden/imports/round-trip.test.ts\` writes it; \`UPDATE_GOLDEN=1\` updates it.

In every format, class names come back in ASCII, as they were written. A class without objects comes back, without its points, if the
format lists the classes. No format keeps colors or tags, or who drew an annotation and when.

These formats keep attribute values: ${namesOf('attributes')}.
${formatsWithDefinitions()} also keep the definitions of the attributes, but \`cvat\` cannot express that an attribute is required, or
a range that is open on one side. Groups come back from ${namesOf('groups')}. Every format keeps the drawing order, and none keeps
locks. A rotated box that is cut by the frame comes back from \`yolov8-obb\` as the rectangle around its visible part. Before an
export, the dialog shows how many annotations lose something in the format, and how many images are skipped.

| Format | Project | The second export | Lost |
|---|---|---|---|`

async function row(exporter: Exporter, projectType: ProjectType): Promise<readonly string[]> {
  const first = await roundTrip(exporter, harbor({ projectType }))
  if (!first) return [`\`${exporter.id}\``, projectType, 'not read back', '']
  const again = await labelTexts(exporter, first.source)
  const isSame = JSON.stringify(again) === JSON.stringify(withoutReadmes(first.texts))
  const lost = await losses(exporter, projectType)
  return [
    `\`${exporter.id}\``,
    projectType,
    isSame ? 'same bytes' : 'same bytes from the second export on',
    lost.join('; ') || 'nothing',
  ]
}

/** An image with everything that a format may not be able to say. */
function rich(type: ProjectType): ExportSource {
  const shapes = SHAPES.get(type)
  const images = [
    imageOf({ fileName: 'bay_jpg.rf.0.jpg', ...(shapes && { shapes }) }),
    imageOf({ fileName: 'quay_jpg.rf.1.jpg' }),
  ]
  const unseen = { id: ClassId.parse('class999'), name: UNSEEN }
  const changes = { projectType: type, classes: [...versionOf({ projectType: type }).classes, unseen] }
  return shapes ? sourceOf(versionOf(changes), images) : harbor(changes)
}

const UNSEEN = 'unseen'

const OUTLINED: readonly Shape[] = [
  boxShape(CRATE, [20.1234, 10.5, 80.25, 50.75]),
  polygonShape(SPOON, [100.3, 20.2, 140.7, 20.2, 120.1, 60.6]),
  polygonShape(CRATE, [10, 60, 40, 60, 25, 90], [50, 60, 80, 60, 65, 90]),
  polygonShape(SPOON, [150, 60, 190, 60, 190, 90, 150, 90], [160, 70, 160, 80, 170, 80, 170, 70]),
]

const SHAPES: ReadonlyMap<ProjectType, readonly Shape[]> = new Map([
  ['object-detection', OUTLINED],
  ['instance-segmentation', OUTLINED],
  ['semantic-segmentation', OUTLINED],
  [
    'keypoint-detection',
    [
      pointsShape(
        CRATE,
        [20.1234, 10.5, 80.25, 50.75],
        [
          { x: 30.5, y: 20.25, visibility: 2 },
          { x: 70, y: 40, visibility: 1 },
        ],
      ),
      boxShape(SPOON, [100, 20, 140, 60]),
    ],
  ],
])

async function losses(exporter: Exporter, type: ProjectType): Promise<readonly string[]> {
  const source = rich(type)
  const [image, empty] = await collect(source.images('train'))
  const trip = await roundTrip(exporter, source)
  if (!trip || !image || !empty) return []
  const drafts = trip.described.get(image.fileName) ?? []
  return [
    typeKept(exporter, type) === type ? '' : 'positions of objects',
    ...(SHAPES.has(type) ? placeLosses(exporter.tasks[type], image.shapes, drafts) : []),
    type === 'keypoint-detection' ? pointLosses(drafts) : '',
    trip.described.has(empty.fileName) ? '' : 'background images',
    ...classLosses(trip, typeKept(exporter, type)),
  ].filter((loss) => loss !== '')
}

/** Objects of two classes go out; some formats know one class alone. */
function classLosses(trip: Trip, kept: ProjectType): readonly string[] {
  const { classes, projectType } = trip.source.version
  const isOneForAll = SHAPES.has(kept) && kept === projectType && classes.length === 1
  return [isOneForAll ? 'classes of objects' : '', hasUnseen(trip) ? '' : 'classes without objects']
}

/** Texts have no classes. */
function hasUnseen({ source }: Trip): boolean {
  return source.version.projectType === 'text-image-pairs' || source.version.classes.some(({ name }) => name === UNSEEN)
}

function placeLosses(fidelity: Fidelity | undefined, shapes: readonly Shape[], drafts: readonly Draft[]) {
  if (fidelity === 'classes') return []
  if (drafts.length < shapes.length) return ['which pixels of a class belong to one object']
  const boxes = drafts[0]?.geometry.kind === 'polygon' ? 'boxes come back, as outlines' : 'boxes come back'
  const outlines = fidelity === 'boxes' ? [`outlines (${boxes})`] : outlineLosses(shapes, drafts)
  return [...outlines, movedSentence(shapes, drafts)]
}

function outlineLosses(shapes: readonly Shape[], drafts: readonly Draft[]): readonly string[] {
  const kinds = drafts.map(({ geometry }) => geometry.kind)
  const rings = drafts.map(({ geometry }) => (geometry.kind === 'polygon' ? geometry.rings.length : 0))
  const isOutlined = shapes.length === OUTLINED.length && kinds[1] === 'polygon'
  return [
    kinds[0] === 'polygon' && isOutlined && rings[1] === 1 ? 'which outlines were boxes' : '',
    drafts.length > shapes.length ? 'which parts belong to one object' : '',
    isOutlined && drafts.length === shapes.length && rings[3] === 1 ? 'holes (cut open to the border)' : '',
  ]
}

function movedSentence(shapes: readonly Shape[], drafts: readonly Draft[]): string {
  const moved = Math.max(...[0, 1].map((index) => distance(shapes[index], drafts[index])))
  if (moved < 1e-6) return ''
  if (moved < 0.001) return 'less than a thousandth of a pixel'
  if (moved > 1) return 'boxes around points (they come back as small as possible)'
  return moved < 0.01
    ? 'less than a hundredth of a pixel'
    : `fractions of pixels (here up to ${moved.toFixed(2)} pixels)`
}

/** How far apart the borders of two objects are. */
function distance(shape: Shape | undefined, draft: Draft | undefined): number {
  const [a, b] = [boundsOf(shape), boundsOf(draft?.geometry)]
  return Math.max(...a.map((value, index) => Math.abs(value - (b[index] ?? 0))))
}

type Placed = Shape | Draft['geometry'] | undefined

function boundsOf(shape: Placed): readonly number[] {
  if (shape === undefined || shape.kind === 'whole' || shape.kind === 'text') return []
  const { x0, y0, x1, y1 } = shapeBounds(shape)
  return [x0, y0, x1, y1]
}

function pointLosses(drafts: readonly Draft[]): string {
  const { points = [], edges = [] } = drafts[0]?.skeleton ?? {}
  if (points.join() !== 'left end,right end') return 'names of points and the lines between them'
  return edges.length === 1 ? '' : 'lines between points'
}
