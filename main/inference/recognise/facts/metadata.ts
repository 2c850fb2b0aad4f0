import type { ModelTask } from '#common/inference/manifest'
import { namesIn } from './class-names.ts'
import type { ModelFacts } from './facts.ts'
import { readLiteral } from './python.ts'

const TASKS: Readonly<Record<string, ModelTask>> = {
  detect: 'object-detection',
  obb: 'object-detection',
  segment: 'instance-segmentation',
  pose: 'keypoint-detection',
  classify: 'classification',
}

/** Facts that exporters write into the file of a network itself. */
export function metadataFacts(metadata: Readonly<Record<string, string>>): ModelFacts {
  const classNames = namesIn(readLiteral(metadata['names'] ?? ''))
  const task = TASKS[metadata['task'] ?? '']
  return {
    ...(classNames && { classNames }),
    ...(task && { task }),
    ...sidesIn(metadata['imgsz'] ?? ''),
    ...(classNames && task === 'keypoint-detection' && keypointsOf(classNames, metadata)),
  }
}

function sidesIn(text: string): ModelFacts {
  const [height, width = height] = sides(readLiteral(text))
  return height === undefined || width === undefined ? {} : { input: { width, height } }
}

function sides(value: unknown): readonly (number | undefined)[] {
  const numbers = Array.isArray(value) ? value : [value]
  return numbers.map((side) => (Number.isInteger(side) && side > 0 && side <= 8192 ? Number(side) : undefined))
}

/** Points have names in newer exports, by class; else their numbers stand for them. */
function keypointsOf(classNames: readonly string[], metadata: Readonly<Record<string, string>>): ModelFacts {
  const shape = readLiteral(metadata['kpt_shape'] ?? '')
  const count = Array.isArray(shape) ? Number(shape[0]) : Number.NaN
  if (!Number.isInteger(count) || count < 1 || count > 1000) return {}
  const named = readLiteral(metadata['kpt_names'] ?? '')
  const pointsOf = (place: number): string[] => {
    const names = namesIn(isRecord(named) ? named[String(place)] : undefined)
    return Array.from({ length: count }, (_, point) => names?.[point] ?? String(point))
  }
  return { keypoints: classNames.map((className, place) => ({ className, points: pointsOf(place), edges: [] })) }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
