import type { Shape } from '#common/annotation/shape'
import type { Keypoint } from '#common/annotation/skeleton'
import { brand } from '#common/border'
import type { ProjectType } from '#common/contract/projects'
import type { ExportVersion } from '#common/exports/model'
import type { MaskTiles } from '#common/geometry/masks/mask-tiles'
import type { Ring } from '#common/geometry/polygon'
import type { RotatedBox } from '#common/geometry/rotated-box'
import { type BlobHash, ClassId, ImageId, ShapeId } from '#common/ids'
import type { Split } from '#common/split'
import type { ExportFile, ExportSource, NamedImage } from '#formats/kit/files'

export const CRATE = ClassId.parse('crate001')
export const SPOON = ClassId.parse('spoon001')
const TEXT = ClassId.parse('text0001')

let shapes = 0
function common(classId: ClassId) {
  shapes += 1
  return { id: ShapeId.parse(`shape${String(shapes).padStart(6, '0')}`), classId, z: shapes, origin: 'hand' } as const
}

export function boxShape(classId: ClassId, [x0, y0, x1, y1]: readonly [number, number, number, number]): Shape {
  return { ...common(classId), kind: 'box', box: { x0, y0, x1, y1 } }
}

export function polygonShape(classId: ClassId, ...rings: readonly Ring[]): Shape {
  return { ...common(classId), kind: 'polygon', rings }
}

export function pointsShape(
  classId: ClassId,
  [x0, y0, x1, y1]: readonly [number, number, number, number],
  points: readonly Keypoint[],
): Shape {
  return { ...common(classId), kind: 'keypoints', box: { x0, y0, x1, y1 }, points }
}

export function rotatedBoxShape(classId: ClassId, box: RotatedBox): Shape {
  return { ...common(classId), kind: 'rotated-box', box }
}

export function polylineShape(classId: ClassId, points: readonly number[]): Shape {
  return { ...common(classId), kind: 'polyline', points }
}

export function pointShape(classId: ClassId, x: number, y: number): Shape {
  return { ...common(classId), kind: 'point', at: { x, y } }
}

export function maskShape(classId: ClassId, tiles: MaskTiles): Shape {
  return { ...common(classId), kind: 'mask', tiles }
}

export function wholeShape(classId: ClassId): Shape {
  return { ...common(classId), kind: 'whole' }
}

export function textShape(prompt: string, answer: string): Shape {
  return { ...common(TEXT), kind: 'text', prompt, answer }
}

/** Version 3 of project `harbor`, in the state of the golden dataset. */
export function versionOf(changes: Partial<ExportVersion> = {}): ExportVersion {
  return {
    id: 'acme/harbor/3',
    projectName: 'harbor',
    projectType: 'object-detection',
    group: 'harbor',
    license: '',
    name: 'first light',
    number: 3,
    createdAt: new Date('2026-01-02T03:04:05.678Z'),
    classes: classesOf(changes.projectType),
    counts: { train: 2, valid: 0, test: 0 },
    preprocessing: { resize: { width: 200, height: 100, format: 'Stretch to' }, 'auto-orient': true },
    augmentation: { rotate: { degrees: 15 } },
    ...changes,
  }
}

function classesOf(type: ProjectType = 'object-detection'): ExportVersion['classes'] {
  if (type === 'text-image-pairs') return [{ id: TEXT, name: 'text' }]
  const spoon = { id: SPOON, name: 'Löffel' }
  if (type !== 'keypoint-detection') return [spoon, { id: CRATE, name: 'crate' }]
  return [spoon, { id: CRATE, name: 'crate', skeleton: { points: ['left end', 'right end'], edges: [[0, 1]] } }]
}

export function imageOf(changes: Partial<NamedImage> = {}): NamedImage {
  return {
    imageId: ImageId.parse('image001'),
    variant: 0,
    originalName: 'quay.jpg',
    fileName: 'quay_jpg.rf.fedcba9876543210fedcba9876543210.jpg',
    split: 'train',
    width: 200,
    height: 100,
    blob: brand<BlobHash>('e'.repeat(64)),
    bytes: 4,
    shapes: [],
    ...changes,
  }
}

/**
 * The dataset that formats.md §1.8 describes: an image with a box and a polygon, and an image with nothing. In a project of
 * another type the first image says the same in what such a project has.
 */
export function harbor(changes: Partial<ExportVersion> = {}): ExportSource {
  const bay = imageOf({
    imageId: ImageId.parse('image002'),
    originalName: 'bay 01.png',
    fileName: 'bay-01_png.rf.0123456789abcdef0123456789abcdef.jpg',
    blob: brand<BlobHash>('b'.repeat(64)),
    shapes: labelsOf(changes.projectType),
  })
  return sourceOf(versionOf(changes), [bay, imageOf()])
}

function labelsOf(type: ProjectType = 'object-detection'): readonly Shape[] {
  switch (type) {
    case 'keypoint-detection':
      return [
        pointsShape(
          CRATE,
          [20, 10, 80, 50],
          [
            { x: 30, y: 20, visibility: 2 },
            { x: 70, y: 40, visibility: 1 },
          ],
        ),
        boxShape(SPOON, [100, 20, 140, 60]),
      ]
    case 'single-label-classification':
      return [wholeShape(CRATE)]
    case 'multi-label-classification':
      return [wholeShape(CRATE), wholeShape(SPOON)]
    case 'text-image-pairs':
      return [textShape('What floats?', 'A “crate”,\nand a spoon.'), textShape('', 'A bay')]
    case 'object-detection':
    case 'instance-segmentation':
    case 'semantic-segmentation':
      return [boxShape(CRATE, [20, 10, 80, 50]), polygonShape(SPOON, [100, 20, 140, 20, 140, 60, 100, 60])]
  }
}

export function sourceOf(version: ExportVersion, images: readonly NamedImage[]): ExportSource {
  return {
    version,
    async *images(split: Split) {
      yield* images.filter((image) => image.split === split)
    },
  }
}

export async function collect<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const collected: Item[] = []
  for await (const item of items) collected.push(item)
  return collected
}

/** For files that hold no crops. */
export async function noCuts(): Promise<readonly Uint8Array[]> {
  return []
}

/** The texts of an export by path. Lines that images stand in have the bytes `JPEG` for each. */
export async function textsOf(files: AsyncIterable<ExportFile>): Promise<Record<string, string>> {
  const texts: Record<string, string> = {}
  for await (const file of files) {
    if (file.kind === 'text') {
      texts[file.path] = typeof file.text === 'string' ? file.text : (await collect(file.text)).join('')
    } else if (file.kind === 'records' && file.path.endsWith('.jsonl')) {
      const lines = (await collect(file.records)).map(({ encode }) => encode(Buffer.from('JPEG')))
      texts[file.path] = Buffer.concat(lines).toString()
    }
  }
  return texts
}
