import { z } from 'zod'
import { Shape } from '#common/annotation/shape'
import { brand } from '#common/border'
import { type ProjectAddress, type ProjectId, ProjectSlug } from '#common/ids'
import { message } from '#common/messages/message'
import { DamagedRowError } from '#core/damaged-row'
import { ifSound } from '../kit/stored-row.ts'

/** The stored slug of a project, or its id where the slug is damaged. */
export function addressOf({ id, slug }: { readonly id: string; readonly slug: string }): ProjectAddress {
  return ProjectSlug.safeParse(slug).data ?? brand<ProjectId>(id)
}

/** Moments are stored as seconds since 1970 with fraction. */
export function toSeconds(moment: Date): number {
  return moment.getTime() / 1000
}

/** Throws if the date is outside the years 0 to 9999. */
export function fromSeconds(seconds: number): Date {
  if (!(seconds >= YEAR_0 && seconds < YEAR_10000)) throw new DamagedRowError(message('row-date'))
  return new Date(Math.round(seconds * 1000))
}

/** The same; 1970 where the date is damaged, for rows that are used without it. */
export function dateOrOldest(seconds: number): Date {
  return ifSound(() => fromSeconds(seconds)) ?? new Date(0)
}

/** Moments before or after cannot be written with a year of four digits. */
const [YEAR_0, YEAR_10000] = [-62_167_219_200, 253_402_300_800]

/** Bytes: a file beyond 8 TB is a damaged number. */
const MOST_BYTES = 2 ** 43

/** SQL for the sum of a column of file sizes, in which damaged ones count for nothing. */
export function sumOfSizes(column: string): string {
  return `coalesce(sum(${column}) FILTER (WHERE ${column} BETWEEN 0 AND ${MOST_BYTES}), 0)`
}

const Shapes = z.array(Shape)

/** Shapes of a frozen image, stored as one JSON text. Throws where it is not what this program stores. */
export function parseShapes(json: string): Shape[] {
  const stored: unknown = JSON.parse(json)
  // An export reads millions of shapes: boxes and outlines, nearly all of them, are looked at without the schema's cost.
  return isPlain(stored) ? stored : Shapes.parse(stored)
}

function isPlain(stored: unknown): stored is Shape[] {
  return Array.isArray(stored) && stored.every(isPlainShape)
}

function isPlainShape(value: unknown): boolean {
  if (!isRecord(value) || !hasWords(value)) return false
  if (value['kind'] === 'box') return isRecord(value['box']) && hasEdges(value['box'])
  return value['kind'] === 'polygon' && Array.isArray(value['rings']) && value['rings'].every(isRing)
}

function hasWords({ id, classId, z: order, origin }: Readonly<Record<string, unknown>>): boolean {
  return (
    typeof id === 'string' && typeof classId === 'string' && typeof order === 'number' && typeof origin === 'string'
  )
}

function hasEdges({ x0, y0, x1, y1 }: Readonly<Record<string, unknown>>): boolean {
  return typeof x0 === 'number' && typeof y0 === 'number' && typeof x1 === 'number' && typeof y1 === 'number'
}

function isRing(ring: unknown): boolean {
  return Array.isArray(ring) && ring.every((value) => typeof value === 'number')
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}

/** Identifiers as a JSON list, to be unpacked by `json_each` in one statement. */
export function idList(ids: readonly string[]): string {
  return JSON.stringify(ids)
}
