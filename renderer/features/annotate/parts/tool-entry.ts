import type { LucideIcon } from 'lucide-react'
import type { ComponentType } from 'react'
import type { PlacedShape } from '#common/annotation/shape'
import type { ProjectType } from '#common/contract/projects'
import type { ArmedTool, Tool } from '#renderer/tools/armed'
import type { KeyContext } from '../commands/context.ts'
import type { Hint, Named } from '../commands/hint.ts'
import type { KeyCommand } from '../commands/key-command.ts'

/** A tool of the annotate page with all that is about it: one of these is all that the rest of the page knows of it. */
export interface ToolEntry {
  readonly tool: Tool
  /** Types of projects that have it. */
  readonly types: readonly ProjectType[]
  /** Project types in which it is the main tool. */
  readonly usualIn?: readonly ProjectType[]
  /** Its button and its key; a tool that a command arms has neither. */
  readonly rail?: RailPlace
  /** Commands of this tool alone. */
  readonly commands?: readonly KeyCommand[]
  /** Hints of the tool for the moment, most useful first; `selected` is the kind of the one selected shape. */
  readonly hints: (context: KeyContext, selected: PlacedShape['kind'] | undefined) => readonly (Hint | Named)[]
  /** Contents of its bar; the first one shown counts. Without any, the bar is about the class of the next shape. */
  readonly bars?: readonly ToolBar[]
  /** Beside the class of the next shape. */
  readonly Note?: ComponentType
  /** At the head of the inspector while nothing is selected. */
  readonly Head?: ComponentType
}

export interface RailPlace {
  /** In the rail, where it says more than the command. */
  readonly title?: string
  readonly label: string
  readonly icon: LucideIcon
  readonly chord: string
}

export interface ToolBar {
  readonly label: string
  readonly Items: ComponentType
  /** Goes before what is said of the selection. */
  readonly isBeforeSelection: boolean
  readonly isShown?: (armed: ArmedTool) => boolean
}

/** Projects whose annotations are outlines. */
export const OUTLINE_TYPES = ['object-detection', 'instance-segmentation', 'semantic-segmentation'] as const

/** Projects whose annotations lie somewhere in the image. */
export const PLACED_TYPES = [...OUTLINE_TYPES, 'keypoint-detection'] as const
