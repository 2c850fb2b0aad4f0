import { z } from 'zod'
import { ringsBounds } from '#common/geometry/polygon'
import { defineJsonFormat, FileNumber } from '../kit/json.ts'
import { readViaEntry, type ViaEntry } from './via.ts'

const Id = z.union([z.string(), z.number()]).transform(String)

const Attribute = z.object({
  aname: z.string(),
  type: FileNumber.optional(),
  options: z.record(z.string(), z.string()).default({}).catch({}),
})
type Attribute = z.infer<typeof Attribute>

/** A region, or without `xy` what is said of its file as a whole. */
const Metadata = z.object({
  vid: Id,
  xy: z.array(FileNumber),
  av: z.record(z.string(), z.unknown()).default({}).catch({}),
})

const Project = z.object({
  attribute: z.record(z.string(), Attribute),
  file: z.record(z.string(), z.object({ fname: z.string() })),
  metadata: z.record(z.string(), Metadata),
  view: z.record(z.string(), z.object({ fid_list: z.array(Id) })),
})
type Project = z.infer<typeof Project>

const CHECKBOX = 2

/** VGG Image Annotator 3: a saved project. Shapes and attributes are numbers, which the project explains. */
export const Via3 = Project.transform((project): readonly ViaEntry[] => {
  const entries = new Map<string, { readonly regions: unknown[]; file_attributes: ViaEntry['file_attributes'] }>()
  for (const { vid, xy, av } of Object.values(project.metadata)) {
    const [fid = '', ...others] = project.view[vid]?.fid_list ?? []
    const filename = project.file[fid]?.fname ?? ''
    const entry = entries.get(filename) ?? { regions: [], file_attributes: {} }
    entries.set(filename, entry)
    const attributes = namedAttributes(project, av)
    if (xy.length === 0) entry.file_attributes = { ...entry.file_attributes, ...attributes }
    else {
      const shape = others.length > 0 ? { name: `${others.length + 1}-file region` } : shapeOf(xy)
      entry.regions.push({ shape_attributes: shape, region_attributes: attributes })
    }
  }
  return [...entries].map(([filename, entry]) => ({ filename, ...entry }))
})

export const via3 = defineJsonFormat({
  id: 'via3',
  sign: z.object({ attribute: z.unknown(), file: z.unknown(), metadata: z.unknown(), view: z.unknown() }),
  document: Via3,
  read: readViaEntry,
})

/** Attributes by their names, with the texts of what was chosen, as VIA 2 writes them. */
function namedAttributes({ attribute }: Project, values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const named = Object.entries(values).map(([id, value]) => {
    const known = attribute[id]
    return [known?.aname ?? id, known ? chosen(known, String(value)) : value] as const
  })
  return Object.fromEntries(named)
}

function chosen({ type, options }: Attribute, value: string): unknown {
  const textOf = (id: string) => options[id] ?? id
  if (type !== CHECKBOX) return textOf(value)
  const ticked = value.split(',').filter((id) => id !== '')
  return Object.fromEntries(ticked.map((id) => [textOf(id), true]))
}

type ViaShape = Readonly<Record<string, unknown>> & { readonly name: string }

/** Shapes by their numbers, in the words of VIA 2. */
const SHAPES: ReadonlyMap<number, (at: readonly number[]) => ViaShape> = new Map([
  [1, ([cx, cy]) => ({ name: 'point', cx, cy })],
  [2, ([x, y, width, height]) => ({ name: 'rect', x, y, width, height })],
  [3, ([cx, cy, r]) => ({ name: 'circle', cx, cy, r })],
  [4, ([cx, cy, rx, ry]) => ({ name: 'ellipse', cx, cy, rx, ry })],
  [5, (at) => ({ name: 'polyline', ...pointsOf(at) })],
  [6, (at) => ({ name: 'polyline', ...pointsOf(at) })],
  [7, (at) => ({ name: 'polygon', ...pointsOf(at) })],
  [8, rectAround],
])

function shapeOf([kind = 0, ...at]: readonly number[]): ViaShape {
  return SHAPES.get(kind)?.(at) ?? { name: `shape ${kind}` }
}

function pointsOf(at: readonly number[]) {
  return {
    all_points_x: at.filter((_, nth) => nth % 2 === 0),
    all_points_y: at.filter((_, nth) => nth % 2 === 1),
  }
}

/** An extreme rectangle has a point on each side of an object. */
function rectAround(at: readonly number[]): ViaShape {
  const { x0, y0, x1, y1 } = ringsBounds([at])
  return { name: 'rect', x: x0, y: y0, width: x1 - x0, height: y1 - y0 }
}
