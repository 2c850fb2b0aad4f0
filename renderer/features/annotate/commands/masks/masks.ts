import { type Change, type Edit, isEmptyEdit } from '#common/annotation/edit'
import { editName } from '#common/annotation/edit-name'
import type { MaskShape } from '#common/annotation/shape'
import { strokeBetween } from '#common/annotation/stroke'
import { fillHoles, growMask, shrinkMask } from '#common/geometry/mask-spans'
import type { MaskTiles } from '#common/geometry/masks/mask-tiles'
import type { Size } from '#common/geometry/space'
import type { Message } from '#common/messages/template'
import { t } from '#renderer/words/words'
import type { Editor } from '../../editor/editor.ts'
import { isMask, isUnlocked } from '../../model/ground.ts'
import { selectedShapes } from '../shapes/shapes.ts'

type Reshape = (tiles: MaskTiles, frame: Size) => MaskTiles

/** Holes of any size in the selected masks become parts of them. */
export function fillMaskHoles(editor: Editor): void {
  reshapeMasks(editor, { label: editName('edit-fill-holes'), none: t('No holes in it') }, fillHoles)
}

/** The selected masks with the pixels around them. */
export function growMasks(editor: Editor): void {
  reshapeMasks(editor, { label: editName('edit-grow-mask'), none: t('It fills the image') }, growMask)
}

/** The selected masks without their outermost pixels; a mask of which nothing is left is deleted. */
export function shrinkMasks(editor: Editor): void {
  reshapeMasks(editor, { label: editName('edit-shrink-mask'), none: t('Nothing to remove') }, shrinkMask)
}

function reshapeMasks(
  editor: Editor,
  { label, none }: { readonly label: Message; readonly none: string },
  reshape: Reshape,
): void {
  editor.settle()
  const { frame } = editor.state
  if (!frame) return
  const masks = selectedShapes(editor).filter(isMask).filter(isUnlocked)
  const edit = { label, ...reshaped(masks, (tiles) => reshape(tiles, frame)) }
  if (isEmptyEdit(edit)) return editor.announce(none)
  if (editor.edit(edit)) editor.set({ selection: editor.state.selection.filter((id) => editor.shape(id)) })
}

/** Strokes for masks that stay, changes for those of which nothing is left. */
function reshaped(
  masks: readonly MaskShape[],
  reshape: (tiles: MaskTiles) => MaskTiles,
): Required<Pick<Edit, 'changes' | 'strokes'>> {
  const made = masks.map((mask) => ({ mask, tiles: reshape(mask.tiles) }))
  return {
    changes: made.flatMap(({ mask, tiles }): Change[] => (tiles.length === 0 ? [{ before: mask, after: null }] : [])),
    strokes: made.flatMap(({ mask, tiles }) =>
      tiles.length === 0 ? [] : (strokeBetween(mask.id, mask.tiles, tiles) ?? []),
    ),
  }
}
