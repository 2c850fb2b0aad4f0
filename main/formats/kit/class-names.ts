import type { ExportClass } from '#common/exports/model'
import type { ClassId } from '#common/ids'
import { toAscii } from './ascii.ts'
import { byCodeUnit } from './files.ts'

export interface WrittenClass {
  readonly id: ClassId
  /** The name as people gave it. */
  readonly original: string
  /** The name in the files: printable ASCII, different from all others. */
  readonly name: string
}

/** The classes of an export in their written order: the position of a class is its number, from 0. */
export interface ClassList {
  readonly all: readonly WrittenClass[]
  readonly names: readonly string[]
  indexOf(id: ClassId): number
}

export function classList(classes: readonly ExportClass[]): ClassList {
  const all = distinct(classes.map(toWritten)).toSorted((a, b) => byCodeUnit(a.name, b.name))
  const positions = new Map(all.map(({ id }, position) => [id, position]))
  return {
    all,
    names: all.map(({ name }) => name),
    indexOf(id) {
      const position = positions.get(id)
      if (position === undefined) throw new RangeError(`The version has no class ${id}`)
      return position
    },
  }
}

function toWritten({ id, name }: ExportClass, position: number): WrittenClass {
  return { id, original: name, name: toAscii(name).trim() || `class-${position + 1}` }
}

/** Of classes that became equal, all but the first by original code points get `-2`, `-3`, … */
function distinct(classes: readonly WrittenClass[]): WrittenClass[] {
  const taken = new Set<string>()
  return classes
    .toSorted((a, b) => byCodePoint(a.original, b.original))
    .map((written) => {
      const name = freeName(written.name, taken)
      taken.add(name)
      return { ...written, name }
    })
}

function freeName(wanted: string, taken: ReadonlySet<string>): string {
  if (!taken.has(wanted)) return wanted
  let count = 2
  while (taken.has(`${wanted}-${count}`)) count += 1
  return `${wanted}-${count}`
}

/** UTF-8 keeps the order of code points; UTF-16 does not. */
function byCodePoint(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b))
}
