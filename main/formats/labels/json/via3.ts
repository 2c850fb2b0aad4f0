import { z } from 'zod'
import { ringsBounds } from '#common/geometry/polygon'
import { defineJsonFormat, FileNumber, FileRecord } from '../kit/json.ts'
import { readViaEntry, type ViaEntry } from './via.ts'

const Id = z.union([z.string(), z.number()]).transform(String)

const Attribute = z.object({
  aname: z.string(),
  anchor_id: z.string().optional().catch(undefined),
  type: FileNumber.optional(),
  options: FileRecord(z.string()).default({}).catch({}),
})
type Attribute = z.infer<typeof Attribute>

/** A region, or with an empty `xy` what is said of its file as a whole. */
const Metadata = z.object({
  vid: Id,
  xy: z.unknown(),
  av: FileRecord(z.unknown()).default({}).catch({}),
})
type Metadata = z.infer<typeof Metadata>

/** An entry that cannot be read costs itself alone. */
const Project = z.object({
  attribute: FileRecord(Attribute.optional().catch(undefined)),
  file: FileRecord(z.object({ fname: z.string() }).optional().catch(undefined)),
  metadata: FileRecord(Metadata.optional().catch(undefined)),
  view: FileRecord(
    z
      .object({ fid_list: z.array(Id) })
      .optional()
      .catch(undefined),
  ),
})
type Project = z.infer<typeof Project>

interface Via3Project {
  readonly entries: readonly ViaEntry[]
  /** Keys of annotations of which the project does not tell the image. */
  readonly strangers: readonly string[]
}

const CHECKBOX = 2

interface Entry {
  readonly regions: unknown[]
  file_attributes: ViaEntry['file_attributes']
}

/** VGG Image Annotator 3: a saved project. Shapes and attributes are numbers, which the project explains. */
export const Via3 = Project.transform((project): Via3Project => {
  const entries = new Map<string, Entry>()
  const strangers: string[] = []
  const asked = askedOfRegions(project)
  for (const [key, metadata] of Object.entries(project.metadata)) {
    const fids = fidsOf(project, metadata)
    const filename = project.file[fids[0] ?? '']?.fname ?? ''
    if (filename === '') strangers.push(key)
    if (metadata === undefined) continue
    const entry = entries.get(filename) ?? { regions: [], file_attributes: {} }
    entries.set(filename, entry)
    addTo(entry, { ...metadata, files: fids.length, asked, attributes: namedAttributes(project, metadata.av) })
  }
  return { entries: [...entries].map(([filename, entry]) => ({ filename, ...entry })), strangers }
})

function fidsOf({ view }: Project, metadata: Metadata | undefined): readonly string[] {
  return metadata === undefined ? [] : (view[metadata.vid]?.fid_list ?? [])
}

interface Added {
  readonly xy?: unknown
  readonly files: number
  readonly attributes: Readonly<Record<string, unknown>>
  /** The attributes of regions, without answers. */
  readonly asked: Readonly<Record<string, unknown>>
}

function addTo(entry: Entry, { xy, files, attributes, asked }: Added): void {
  if (Array.isArray(xy) && xy.length === 0) {
    entry.file_attributes = { ...entry.file_attributes, ...attributes }
    return
  }
  const shape = files > 1 ? { name: `${files}-file region` } : shapeOf(xy)
  entry.regions.push({ shape_attributes: shape, region_attributes: { ...asked, ...attributes } })
}

export const via3 = defineJsonFormat({
  id: 'via3',
  sign: z.object({ attribute: z.unknown(), file: z.unknown(), metadata: z.unknown(), view: z.unknown() }),
  document: Via3.transform(({ entries }) => entries),
  read: readViaEntry,
})

function askedOfRegions({ attribute }: Project): Readonly<Record<string, unknown>> {
  const ofRegions = Object.values(attribute).filter((known) => known && !OF_FILES.test(known.anchor_id ?? ''))
  return Object.fromEntries(ofRegions.map((known) => [known?.aname ?? '', '']))
}

/** The anchor of what is asked of a whole file. */
const OF_FILES = /XY0$/

/** Attributes by their names, with the texts of what was chosen, as VIA 2 writes them. */
function namedAttributes({ attribute }: Project, values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const named = Object.entries(values).map(([id, value]) => {
    const known = Object.hasOwn(attribute, id) ? attribute[id] : undefined
    return [known?.aname ?? id, known ? chosen(known, String(value)) : value] as const
  })
  return Object.fromEntries(named)
}

function chosen({ type, options }: Attribute, value: string): unknown {
  const textOf = (id: string) => (Object.hasOwn(options, id) ? (options[id] ?? id) : id)
  if (type !== CHECKBOX) return textOf(value)
  const ticked = value.split(',').filter((id) => id !== '')
  return Object.fromEntries(ticked.map((id) => [textOf(id), true]))
}

type ViaShape = Readonly<Record<string, unknown>> & { readonly name: string }

/** Shapes by their numbers, in the words of VIA 2. What is no number is found when the shape is read. */
const SHAPES: ReadonlyMap<number, (at: readonly unknown[]) => ViaShape> = new Map([
  [1, ([cx, cy]) => ({ name: 'point', cx, cy })],
  [2, ([x, y, width, height]) => ({ name: 'rect', x, y, width, height })],
  [3, ([cx, cy, r]) => ({ name: 'circle', cx, cy, r })],
  [4, ([cx, cy, rx, ry]) => ({ name: 'ellipse', cx, cy, rx, ry })],
  [5, (at) => ({ name: 'polyline', ...pointsOf(at) })],
  [6, (at) => ({ name: 'polyline', ...pointsOf(at) })],
  [7, (at) => ({ name: 'polygon', ...pointsOf(at) })],
  [8, rectAround],
])

function shapeOf(xy: unknown): ViaShape {
  if (!Array.isArray(xy)) return { name: 'region without xy' }
  const [kind, ...at]: readonly unknown[] = xy
  return SHAPES.get(FileNumber.safeParse(kind).data ?? 0)?.(at) ?? { name: `shape ${String(kind)}` }
}

function pointsOf(at: readonly unknown[]) {
  return {
    all_points_x: at.filter((_, nth) => nth % 2 === 0),
    all_points_y: at.filter((_, nth) => nth % 2 === 1),
  }
}

/** An extreme rectangle has a point on each side of an object. */
function rectAround(at: readonly unknown[]): ViaShape {
  const numbers = z.array(FileNumber).safeParse(at)
  if (!numbers.success) return { name: 'polygon', ...pointsOf(at) }
  const { x0, y0, x1, y1 } = ringsBounds([numbers.data])
  return { name: 'rect', x: x0, y: y0, width: x1 - x0, height: y1 - y0 }
}
