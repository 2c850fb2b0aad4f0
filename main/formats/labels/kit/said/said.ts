import { z } from 'zod'
import { isUnsaid, type NamedValues } from '#common/annotation/named/values'
import type { Refusal } from '#common/errors'
import { ok, type Result } from '#common/result'
import type { ReadAnnotation } from '#core/annotation/annotations/read-annotation'
import type { StationMarks } from '#core/annotation/annotations/station-marks'

/** An object's attributes in a JSON file, by name; undefined where it has none. Lists and records are taken as their text. */
export function saidIn(record: unknown): NamedValues | undefined {
  if (typeof record !== 'object' || record === null || Array.isArray(record)) return undefined
  const said = Object.entries(record).flatMap(([name, value]) => {
    if (value === null || value === undefined) return []
    const told = toValue(value)
    return isUnsaid(told) ? [] : [[name, told] as const]
  })
  return said.length === 0 ? undefined : Object.fromEntries(said)
}

/** Attributes that programs write beside those of people: how a box is rotated, and of which track of a video an object is. */
const OF_PROGRAMS = new Set(['rotation', 'track_id', 'keyframe'])

/**
 * The same of files that CVAT and Datumaro write. They say of every object whether it is occluded: only where it is, somebody has
 * said so.
 */
export function saidByPeople(record: unknown): NamedValues | undefined {
  const all = saidIn(record)
  const isOfPrograms = (name: string) => OF_PROGRAMS.has(name) || (name === 'occluded' && all?.[name] === false)
  if (all === undefined || !Object.keys(all).some(isOfPrograms)) return all
  const said = Object.entries(all).filter(([name]) => !isOfPrograms(name))
  return said.length === 0 ? undefined : Object.fromEntries(said)
}

/** Degrees clockwise on screen by which a box is turned about its center, as CVAT and Datumaro say it. */
export function rotationIn(record: unknown): number {
  const rotation = typeof record === 'object' && record !== null && 'rotation' in record ? record.rotation : 0
  return typeof rotation === 'number' && Number.isFinite(rotation) ? rotation : 0
}

function toValue(value: unknown): string | number | boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? value
    : JSON.stringify(value)
}

/** A file's facts of an object beside its class and place. */
export interface Beside {
  readonly said?: NamedValues | undefined
  readonly group?: string | undefined
  readonly own?: StationMarks | undefined
  /** It stands for many objects, or for a region to ignore. */
  readonly isCrowd?: boolean | undefined
}

/** The object with what is said of it. */
export function withBeside(
  object: Result<ReadAnnotation, Refusal>,
  { said: all, group, own, isCrowd: isKnownCrowd = false }: Beside,
): Result<ReadAnnotation, Refusal> {
  if (!object.ok) return object
  const { said, isCrowd } = withoutCrowd(all, isKnownCrowd)
  const told = {
    ...(said && { said }),
    ...(group !== undefined && { group }),
    ...(own && { own }),
    ...(isCrowd && { crowd: true as const }),
  }
  return Object.keys(told).length === 0 ? object : ok({ ...object.value, ...told })
}

/** Programs without a word of their own for crowd regions say it by an attribute of this name. */
export function isCrowdName(name: string): boolean {
  return name === 'is_crowd' || name === 'iscrowd'
}

function withoutCrowd(all: NamedValues | undefined, isKnownCrowd: boolean) {
  const names = Object.keys(all ?? {}).filter(isCrowdName)
  if (all === undefined || names.length === 0) return { said: all, isCrowd: isKnownCrowd }
  const rest = Object.entries(all).filter(([name]) => !isCrowdName(name))
  const isCrowd = isKnownCrowd || names.some((name) => /^(?:true|1)$/i.test(String(all[name])))
  return { said: rest.length === 0 ? undefined : Object.fromEntries(rest), isCrowd }
}

/** Numbers of groups and objects; 0, or nothing, stands for none. */
export const FileGroup = z.union([z.number(), z.string()]).nullish().catch(undefined)

export function groupOf(value: z.infer<typeof FileGroup>): string | undefined {
  const text = String(value ?? '')
  return text === '' || text === '0' ? undefined : text
}
