import type { Shape } from '#common/annotation/shape'
import { brand } from '#common/border'
import type { ExportVersion } from '#common/exports/model'
import type { Ring } from '#common/geometry/polygon'
import { type BlobHash, ClassId, ImageId, ShapeId } from '#common/ids'
import type { Split } from '#common/split'
import type { ExportFile, ExportSource, NamedImage } from '#formats/kit/files'

export const CRATE = ClassId.parse('crate001')
export const SPOON = ClassId.parse('spoon001')

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

/** Version 3 of project `harbor`, in the state of the golden data set. */
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
    classes: [
      { id: SPOON, name: 'Löffel' },
      { id: CRATE, name: 'crate' },
    ],
    counts: { train: 2, valid: 0, test: 0 },
    preprocessing: { resize: { width: 200, height: 100, format: 'Stretch to' }, 'auto-orient': true },
    augmentation: { rotate: { degrees: 15 } },
    ...changes,
  }
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

/** The data set that formats.md §1.8 describes: a picture with a box and a polygon, and a picture with nothing. */
export function harbor(changes: Partial<ExportVersion> = {}): ExportSource {
  const bay = imageOf({
    imageId: ImageId.parse('image002'),
    originalName: 'bay 01.png',
    fileName: 'bay-01_png.rf.0123456789abcdef0123456789abcdef.jpg',
    blob: brand<BlobHash>('b'.repeat(64)),
    shapes: [boxShape(CRATE, [20, 10, 80, 50]), polygonShape(SPOON, [100, 20, 140, 20, 140, 60, 100, 60])],
  })
  return sourceOf(versionOf(changes), [bay, imageOf()])
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

/** The texts of an export by path. */
export async function textsOf(files: AsyncIterable<ExportFile>): Promise<Record<string, string>> {
  const texts: Record<string, string> = {}
  for await (const file of files) {
    if (file.kind !== 'text') continue
    texts[file.path] = typeof file.text === 'string' ? file.text : (await collect(file.text)).join('')
  }
  return texts
}
