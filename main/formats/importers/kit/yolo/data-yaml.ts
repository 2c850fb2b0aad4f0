import { mirroredPoints, numberedSkeleton, Skeleton } from '#common/annotation/skeleton'
import type { Split } from '#common/split'
import type { Pose } from '../../../labels/text/darknet-pose.ts'
import { resolvePath, tailsOf } from '../paths.ts'
import type { YamlMap, YamlValue } from './yaml.ts'

/** The description of annotation files in `data.yaml`. */
export interface YoloDescription {
  /** Names of classes by their numbers. */
  readonly names: ReadonlyMap<string, string>
  readonly pose: Pose | undefined
  /** Whether it says that the objects are oriented boxes. */
  readonly isOriented: boolean
  /** Folders of images, or lists of them, with `/` from the root: where they may lie, the most likely first. */
  readonly places: readonly (readonly [Split, readonly string[]])[]
}

/** The description, or undefined for a file that names no classes: it describes something else. */
export function describedBy(yaml: YamlMap, folder: string): YoloDescription | undefined {
  const names = namesIn(yaml.get('names'))
  if (!names) return undefined
  return { names, pose: poseIn(yaml), isOriented: isOrientedIn(yaml), places: placesIn(yaml, folder) }
}

/** A list, a map by numbers, or names between commas. */
function namesIn(value: YamlValue | undefined): ReadonlyMap<string, string> | undefined {
  if (value === undefined || value === '') return undefined
  if (value instanceof Map) return new Map([...value].map(([key, name]) => [String(Number(key)), scalar(name)]))
  const list = typeof value === 'string' ? value.split(',') : [...value.values()]
  return new Map(list.map((name, index) => [String(index), scalar(name).trim()]))
}

/** Ultralytics calls the task so; `data.yaml` of Tessera has it among what is Tessera's own. */
function isOrientedIn(yaml: YamlMap): boolean {
  const own = yaml.get('tessera')
  return [yaml, own].some((map) => map instanceof Map && map.get('task') === 'obb')
}

function scalar(value: YamlValue): string {
  return typeof value === 'string' ? value : ''
}

/** `kpt_shape: [17, 3]`. The points have names in the newest files alone, and twins in a mirror in most. */
function poseIn(yaml: YamlMap): Pose | undefined {
  const [count = 0, numbers = 3] = numbersIn(yaml.get('kpt_shape'))
  if (!Number.isInteger(count) || count < 1 || count > 1000 || (numbers !== 2 && numbers !== 3)) return undefined
  const named = Skeleton.safeParse({ points: pointNames(yaml.get('kpt_names')), edges: [] }).data
  const skeleton = named?.points.length === count ? named : mirroredSkeleton(count, numbersIn(yaml.get('flip_idx')))
  return { numbers, skeleton }
}

function pointNames(value: YamlValue | undefined): readonly string[] {
  const list = value instanceof Map ? [...value.values()][0] : value
  return Array.isArray(list) ? list.map(scalar) : []
}

/** Points are exchanged in a mirror when their names tell left and right, so twins get such names. */
function mirroredSkeleton(count: number, twins: readonly number[]): Skeleton {
  const numbered = numberedSkeleton(count)
  const points = numbered.points.map((name, place) => {
    const twin = twins[place] ?? place
    if (twin === place || twins[twin] !== place) return name
    return twin > place ? `left ${name}` : `right point ${twin + 1}`
  })
  const isSame = mirroredPoints(points).every((twin, place) => twin === (twins[place] ?? place))
  return isSame ? { points, edges: [] } : numbered
}

function numbersIn(value: YamlValue | undefined): readonly number[] {
  return Array.isArray(value) ? value.map((item) => Number(scalar(item))) : []
}

const KEYS: readonly (readonly [string, Split])[] = [
  ['train', 'train'],
  ['val', 'valid'],
  ['valid', 'valid'],
  ['test', 'test'],
]

/** Paths count from the file's folder, or from `path` under it; a leading `..` is an old habit, and means the same folder. */
function placesIn(yaml: YamlMap, folder: string): YoloDescription['places'] {
  const said = scalar(yaml.get('path') ?? '')
  const base = resolvePath(folder, said) ?? folder
  return KEYS.flatMap(([key, split]) => {
    const value = yaml.get(key) ?? ''
    const paths = typeof value === 'string' ? [value] : [...value.values()].map(scalar)
    return paths.flatMap((path) => {
      const bare = path.replace(/^(?:\.\.?\/)+/, '')
      const near = [base, folder].flatMap((place) => resolvePath(place, bare) ?? [])
      const places = [...near, ...tailsOf(`${said}/${path}`, folder)]
      return path === '' ? [] : [[split, places] as const]
    })
  })
}
