import type { Shape } from '#common/annotation/shape'
import type { ExportVersion } from '#common/exports/model'
import { BlobHash, ClassId, ImageId, ShapeId } from '#common/ids'
import type { Split } from '#common/split'
import type { DatasetFiles } from '#core/exchange/datasets/ports'
import { coco, cocoSegmentation } from '#formats/exporters/coco'
import type { Exporter } from '#formats/exporters/define'
import { coco as cocoImporter } from '#formats/importers/coco'
import type { NamedImage } from '#formats/kit/files'
import { alternate, timeOf } from '../kit/rounds.ts'
import { type Row, timeRow } from '../table.ts'

const ROUNDS = 3
const IMAGES = 100_000
const OBJECTS = 10

/**
 * Measures writing annotations of a million objects as COCO, against `JSON.stringify` of the same document in memory,
 * and reading them back, against `JSON.parse` of the same text.
 */
export async function cocoText(): Promise<Row[]> {
  return [...(await measure('boxes', coco, boxOf)), ...(await measure('outlines', cocoSegmentation, outlineOf))]
}

type Common = Pick<Shape, 'id' | 'classId' | 'z' | 'origin'>
type Draw = (common: Common, left: number, top: number) => Shape

async function measure(name: string, exporter: Exporter, draw: Draw): Promise<Row[]> {
  const { rounds: written, text } = await measureWriting(name, exporter, draw)
  const read = () => timeOf(() => readBack(text))
  const limit = () => timeOf(() => JSON.parse(text.toString()))
  const readRounds = await alternate(ROUNDS, read, limit)
  return [
    // May take at most 1.2 times as long.
    timeRow({ name: `coco: write 1,000,000 ${name}`, unit: 'ms', note: 'limit: JSON.stringify' }, written, {
      target: 1 / 1.2,
    }),
    timeRow({ name: `coco: read 1,000,000 ${name}`, unit: 'ms', note: 'limit: JSON.parse' }, readRounds, {
      target: 0.5,
    }),
  ]
}

/** Passes the text on as bytes, because a million objects in memory would slow down the next measurement. */
async function measureWriting(name: string, exporter: Exporter, draw: Draw) {
  const images = Array.from({ length: IMAGES }, (_, nth) => imageOf(nth, draw))
  const source = {
    version: name === 'boxes' ? VERSION : { ...VERSION, projectType: 'instance-segmentation' as const },
    async *images(split: Split) {
      if (split === 'train') yield* images
    },
  }
  /** Only the annotation file, which comes before the images. */
  async function* text() {
    for await (const file of exporter.files(source)) {
      if (file.kind === 'image') return
      if (file.kind === 'text' && typeof file.text !== 'string') yield* file.text
    }
  }
  const pieces: string[] = []
  for await (const piece of text()) pieces.push(piece)
  const document: unknown = JSON.parse(pieces.join(''))
  const write = () =>
    timeOf(async () => {
      for await (const _ of text());
    })
  const stringify = () => timeOf(() => JSON.stringify(document))
  await stringify()
  return { rounds: await alternate(ROUNDS, write, stringify), text: Buffer.from(pieces.join('')) }
}

/** Reads every image with its objects in pixels, as an import does. */
async function readBack(text: Buffer): Promise<void> {
  const file = { path: 'train/_annotations.coco.json', bytes: text.byteLength }
  const files: DatasetFiles = {
    files: [file],
    refused: [],
    async *read() {
      for (let at = 0; at < text.byteLength; at += PIECE) yield text.subarray(at, at + PIECE)
    },
    head: async (_, bytes) => text.subarray(0, bytes).toString(),
    close: async () => undefined,
  }
  let objects = 0
  for await (const finding of cocoImporter.read([file], files)) {
    if (!('objects' in finding)) continue
    const read = finding.objects({ name: finding.name, frame: FRAME, type: 'instance-segmentation' })
    objects += read.ok ? read.value.length : 0
  }
  if (objects !== IMAGES * OBJECTS) throw new Error(`${objects} objects came back`)
}

/** Size of the pieces of a file stream. */
const PIECE = 65_536
const FRAME = { width: 640, height: 480 }

const CLASSES = ['crate', 'buoy', 'gull'].map((name, nth) => ({ id: ClassId.parse(`class${nth}AAAA`), name }))

const VERSION: ExportVersion = {
  id: 'acme/harbor/1',
  projectName: 'Harbor',
  projectType: 'object-detection',
  group: 'harbor',
  license: 'MIT',
  name: '',
  number: 1,
  createdAt: new Date(0),
  classes: CLASSES,
  counts: { train: IMAGES, valid: 0, test: 0 },
  preprocessing: {},
  augmentation: {},
}

const blob = BlobHash.parse('0'.repeat(64))
const FIRST_CLASS = ClassId.parse('class0AAAA')

function imageOf(nth: number, draw: Draw): NamedImage {
  const shapes = Array.from({ length: OBJECTS }, (_, place) => {
    const [left, top] = [((nth * 37 + place * 91) % 5600) / 10, ((nth * 53 + place * 71) % 4200) / 10]
    const classId = CLASSES[(nth + place) % CLASSES.length]?.id ?? FIRST_CLASS
    return draw(
      { id: ShapeId.parse(`shape${String(nth).padStart(6, '0')}x${place}`), classId, z: place, origin: 'hand' },
      left,
      top,
    )
  })
  return {
    imageId: ImageId.parse(`image${String(nth).padStart(6, '0')}`),
    variant: 0,
    originalName: `${nth}.jpg`,
    split: 'train',
    blob,
    bytes: 1,
    width: 640,
    height: 480,
    shapes,
    fileName: `image${String(nth).padStart(6, '0')}_jpg.rf.${'0'.repeat(32)}.jpg`,
  }
}

function boxOf(common: Common, x0: number, y0: number): Shape {
  return { ...common, kind: 'box', box: { x0, y0, x1: x0 + 60.5, y1: y0 + 40.375 } }
}

/** Returns eight vertices with fractions, as smart select makes them. */
function outlineOf(common: Common, x: number, y: number): Shape {
  const across = [0, 30.1, 60.3, 55.7, 40.2, 20.4, 5.5, 1.1]
  const down = [0, 2.2, 5.5, 30.9, 39.6, 38.1, 30.2, 12.3]
  const ring = across.flatMap((right, corner) => [x + right, y + (down[corner] ?? 0)])
  return { ...common, kind: 'polygon', rings: [ring] }
}
