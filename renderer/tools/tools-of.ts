import type { ProjectType } from '#common/contract/projects'
import type { RailTool, ToolName } from './armed.ts'

const OUTLINES = [
  'select',
  'hand',
  'box',
  'rotated-box',
  'polygon',
  'polyline',
  'point',
  'brush',
  'eraser',
  'smart',
] as const satisfies readonly RailTool[]
const LOOKING = ['hand'] as const satisfies readonly RailTool[]

/** The tools of a project of each type, in the order of the rail. What is said of whole images needs none but the hand. */
const TOOLS: Readonly<Record<ProjectType, readonly [RailTool, ...RailTool[]]>> = {
  'object-detection': OUTLINES,
  'instance-segmentation': OUTLINES,
  'semantic-segmentation': OUTLINES,
  'keypoint-detection': ['select', 'hand', 'box', 'keypoints', 'smart'],
  'single-label-classification': LOOKING,
  'multi-label-classification': LOOKING,
  'text-image-pairs': LOOKING,
}

export function toolsOf(type: ProjectType): readonly RailTool[] {
  return TOOLS[type]
}

/** The tool that projects of each type are mostly drawn with. */
const USUAL: Readonly<Record<ProjectType, RailTool>> = {
  'object-detection': 'box',
  'instance-segmentation': 'polygon',
  'semantic-segmentation': 'polygon',
  'keypoint-detection': 'keypoints',
  'single-label-classification': 'hand',
  'multi-label-classification': 'hand',
  'text-image-pairs': 'hand',
}

/** The wanted tool; the usual one where none is wanted, or a project of the type does not have it. */
export function toolFor(type: ProjectType, wanted: ToolName | undefined): RailTool {
  return TOOLS[type].find((tool) => tool === wanted) ?? USUAL[type]
}
