import type { Sketch } from '#common/annotation/sketch'
import type { ProjectType } from '#common/contract/projects'
import type { ArmedTool, Tool } from '#renderer/tools/armed'

/** The tools that there are, as the editor asks for them: it knows none by name. */
export interface ToolSet {
  /** The tool of that name; the one at rest where there is none. */
  named(id: string): Tool
  /** The wanted tool; the usual one where none is wanted, or a project of the type does not have it. */
  wanted(type: ProjectType, id: string | undefined): Tool
  /** The same tool with nothing in hand; one for a selection ends with it. */
  atRest(armed: ArmedTool): ArmedTool
  /** The tool that the sketch was drawn with, with the drawing in hand again. */
  restored(sketch: Sketch): ArmedTool | undefined
}
