import type { Attribute } from '#common/annotation/attribute'
import type { Skeleton } from '#common/annotation/skeleton'
import type { ExportClass } from '#common/exports/model'
import type { ClassId } from '#common/ids'
import { message } from '#common/messages/message'
import { DamagedRowError } from '#core/damaged-row'
import { toAscii } from './ascii.ts'
import { byCodeUnit } from './files.ts'

export interface WrittenClass {
  readonly id: ClassId
  /** The name as people gave it. */
  readonly original: string
  /** The name in the files: printable ASCII, different from all others. */
  readonly name: string
  /** The points of its objects; empty where they have none. */
  readonly skeleton: Skeleton
  /** The attributes of its objects. */
  readonly attributes: readonly Attribute[]
}

/** The classes of an export in their written order: the position of a class is its number, from 0. */
export interface ClassList {
  readonly all: readonly WrittenClass[]
  readonly names: readonly string[]
  indexOf(id: ClassId): number
}

/** A format's rules for names of classes beyond printable ASCII. */
export interface Spelling {
  spell(name: string): string
  /** Names that look different here, but are one for whoever reads the files. */
  keyOf?(name: string): string
  /** Names that mean something else in the files. */
  readonly taken?: readonly string[]
}

/** For files whose fields end at a comma. */
export const WITHOUT_COMMAS: Spelling = { spell: (name) => name.replaceAll(',', '-') }

/** For files whose fields end at a space. */
export const WITHOUT_SPACES: Spelling = { spell: (name) => name.replace(/ +/g, '-') }

const AS_THEY_ARE: Spelling = { spell: (name) => name }

export function classList(classes: readonly ExportClass[], spelling = AS_THEY_ARE): ClassList {
  const written = classes.map((known, position) => toWritten(known, position, spelling))
  const all = distinct(written, spelling).toSorted((a, b) => byCodeUnit(a.name, b.name))
  const positions = new Map(all.map(({ id }, position) => [id, position]))
  return {
    all,
    names: all.map(({ name }) => name),
    indexOf(id) {
      const position = positions.get(id)
      if (position === undefined)
        throw new DamagedRowError(message('row-class-of-version', { id }), { remedy: 'trash-version' })
      return position
    },
  }
}

function toWritten(
  { id, name, skeleton, attributes = [] }: ExportClass,
  position: number,
  { spell }: Spelling,
): WrittenClass {
  const points = skeleton?.points ?? []
  const edges = skeleton?.edges ?? []
  const written = spell(toAscii(name).trim()) || `class-${position + 1}`
  return { id, original: name, name: written, skeleton: { points, edges }, attributes }
}

/** Of classes that became equal, all but the first by original code points get `-2`, `-3`, … */
function distinct(classes: readonly WrittenClass[], spelling: Spelling): WrittenClass[] {
  const keyOf = (name: string) => spelling.keyOf?.(name) ?? name
  const taken = new Set(spelling.taken?.map(keyOf))
  return classes
    .toSorted((a, b) => byCodePoint(a.original, b.original))
    .map((written) => {
      const name = freeName(written.name, (wanted) => taken.has(keyOf(wanted)))
      taken.add(keyOf(name))
      return { ...written, name }
    })
}

function freeName(wanted: string, isTaken: (name: string) => boolean): string {
  if (!isTaken(wanted)) return wanted
  let count = 2
  while (isTaken(`${wanted}-${count}`)) count += 1
  return `${wanted}-${count}`
}

/** UTF-8 keeps the order of code points; UTF-16 does not. */
function byCodePoint(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b))
}
