import type { ProjectType } from '#common/contract/projects'
import type { Tool } from '#renderer/tools/armed'
import type { ToolSet } from '../model/tool-set.ts'
import type { ToolEntry } from '../parts/tool-entry.ts'
import { BOX_TOOL } from './box/box.ts'
import { BRUSH_TOOL, ERASER_TOOL } from './brush/brush.ts'
import { HAND_TOOL } from './hand/hand.ts'
import { KEYPOINTS_TOOL } from './keypoints/keypoints.ts'
import { POINT_TOOL } from './point/point.ts'
import { POLYGON_TOOL } from './polygon/polygon.ts'
import { POLYLINE_TOOL } from './polyline/polyline.ts'
import { RESHAPE_TOOL } from './reshape/reshape.ts'
import { ROTATED_BOX_TOOL } from './rotated-box/rotated-box.ts'
import { SELECT_TOOL } from './select/select.ts'
import { SMART_TOOL } from './smart/smart.ts'

/** The tools, in the order of the rail. */
export const TOOL_ENTRIES: readonly ToolEntry[] = [
  SELECT_TOOL,
  HAND_TOOL,
  BOX_TOOL,
  ROTATED_BOX_TOOL,
  POLYGON_TOOL,
  POLYLINE_TOOL,
  POINT_TOOL,
  KEYPOINTS_TOOL,
  BRUSH_TOOL,
  ERASER_TOOL,
  SMART_TOOL,
  RESHAPE_TOOL,
]

/** The entry of a tool by its name. */
export function entryOf(id: string): ToolEntry {
  return TOOL_ENTRIES.find(({ tool }) => tool.id === id) ?? SELECT_TOOL
}

/** Tools on the rail of a project of the type. */
export function railOf(type: ProjectType): readonly ToolEntry[] {
  return TOOL_ENTRIES.filter(({ rail, types }) => rail !== undefined && types.includes(type))
}

/** The tools as the editor asks for them. */
export const TOOLS: ToolSet = {
  named: (id) => entryOf(id).tool,
  wanted: (type, id) => railOf(type).find(({ tool }) => tool.id === id)?.tool ?? usualIn(type),
  atRest: ({ tool: id, traits }) => (traits.isForSelection ? SELECT_TOOL : entryOf(id)).tool.idle,
  restored: (sketch) => TOOL_ENTRIES.find(({ tool }) => tool.id === sketch.tool)?.tool.restored(sketch),
}

function usualIn(type: ProjectType): Tool {
  return (TOOL_ENTRIES.find((entry) => entry.usualIn?.includes(type)) ?? HAND_TOOL).tool
}
