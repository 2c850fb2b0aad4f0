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

/** The tools of a project of each type, in the order of the rail. What is said of whole pictures needs none but the hand. */
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

/** The wanted tool, or what a project without that tool is mostly drawn with. */
export function toolFor(type: ProjectType, wanted: ToolName): RailTool {
  const tools = TOOLS[type]
  const found = tools.find((tool) => tool === wanted)
  if (found) return found
  return (['keypoints', 'box'] as const).find((tool) => tools.includes(tool)) ?? tools[0]
}
