import { CLASS_COLORS } from '#common/annotation/class-colors'
import { brand } from '#common/border'
import { BatchId, type ClassId, type FolderId, type ProjectId } from '#common/ids'
import { cleanClassName } from '../dataset/projects/rules.ts'

/** The management API knows classes by their names alone; a name always gives the same identifier. */
export function classIdOf(name: string): ClassId {
  return brand<ClassId>(digestOf(cleanClassName(name)))
}

/** Identifiers that a screen can carry; others are replaced by one that is always the same. */
export function batchIdOf(id: string): BatchId {
  return brand<BatchId>(carried(id))
}

export function jobIdOf(id: string): string {
  return carried(id)
}

export function folderIdOf(id: string): FolderId {
  return brand<FolderId>(carried(id))
}

/** The management API knows projects by their addresses alone; an address always gives the same identifier. */
export function projectIdOf(slug: string): ProjectId {
  return brand<ProjectId>(digestOf(slug))
}

/** Whether a text may name something by an identifier that stands for another. */
export function mayStandIn(text: string): boolean {
  return /[0-9a-f]{32}/.test(text)
}

function carried(id: string): string {
  return BatchId.safeParse(id).success ? id : digestOf(id)
}

/** The place of `#RRGGBB` in the color list, from 1; a color that is not in it takes the one of its place among the classes. */
export function colorNumber(color: string, place: number): number {
  const index = CLASS_COLORS.findIndex((known) => known.toLowerCase() === color.toLowerCase())
  const isUsual = index === place % CLASS_COLORS.length
  // Past the last color the list repeats, hatched; only the place tells then.
  return (index === -1 || isUsual ? place : index) + 1
}

/** 32 hexadecimal digits, four times FNV-1a: names of one project do not meet by chance. */
function digestOf(text: string): string {
  return [0, 1, 2, 3].map((salt) => fnv(`${salt}${text}`).toString(16).padStart(8, '0')).join('')
}

function fnv(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193) >>> 0
  return hash
}
