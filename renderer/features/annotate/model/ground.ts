import type { AnnotationDocument } from '#common/annotation/edit'
import type { PaintGround } from '#common/annotation/paint'
import type { MaskShape, Shape } from '#common/annotation/shape'
import type { ProjectType } from '#common/contract/projects'
import type { ShapeId } from '#common/ids'
import { labellingOf } from '#renderer/data/project-type'
import { type ArmedTool, clearsSelection } from '#renderer/tools/armed'
import { armedClass, type EditorState } from './editor-state.ts'

/** Whether every pixel has one class at most: then a class has one mask on an image, and painting takes pixels from the others. */
export function hasOneMaskAClass(type: ProjectType): boolean {
  return type === 'semantic-segmentation'
}

/** Whether boxes of the project can be turned. */
export function takesTurnedBoxes(type: ProjectType): boolean {
  return labellingOf(type) === 'places' && type !== 'keypoint-detection'
}

/** The shapes that a brush stroke would affect now. */
export function paintGround(shapes: AnnotationDocument, state: EditorState): PaintGround {
  const masks = shapes.filter(isMask)
  return hasOneMaskAClass(state.projectType) ? sharedGround(masks, state) : ownGround(masks, state)
}

export function isMask(shape: Shape): shape is MaskShape {
  return shape.kind === 'mask'
}

/** Locked masks are neither painted on nor erased. */
export function isUnlocked({ isLocked }: Pick<Shape, 'isLocked'>): boolean {
  return isLocked !== true
}

function sharedGround(masks: readonly MaskShape[], state: EditorState): PaintGround {
  const classId = armedClass(state)?.id
  const open = masks.filter(isUnlocked)
  return {
    target: open.findLast((mask) => mask.classId === classId),
    erasable: open.filter(({ id }) => !state.hidden.has(id)),
    kept: masks.filter((mask) => !isUnlocked(mask)),
    yielding: open.filter((mask) => mask.classId !== classId),
  }
}

function ownGround(masks: readonly MaskShape[], { selection, options }: EditorState): PaintGround {
  const selected = masks.filter((mask) => isUnlocked(mask) && selection.includes(mask.id))
  const target = selected.length === 1 ? selected[0] : undefined
  return {
    target,
    erasable: selected,
    kept: options.keepsMasksApart ? masks.filter((mask) => mask !== target) : [],
    yielding: [],
  }
}

/** The selection after a tool is armed: none, since a tool draws new shapes; a brush goes on with the selected masks. */
export function selectionFor(
  armed: ArmedTool,
  { selection, projectType }: Pick<EditorState, 'selection' | 'projectType'>,
  shape: (id: ShapeId) => Shape | undefined,
): readonly ShapeId[] {
  if (!armed.traits.paints) return clearsSelection(armed) ? [] : selection
  return hasOneMaskAClass(projectType) ? [] : selection.filter((id) => shape(id)?.kind === 'mask')
}
