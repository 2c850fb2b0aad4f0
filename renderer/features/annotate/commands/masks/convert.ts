import type { Change } from '#common/annotation/edit'
import { editName } from '#common/annotation/edit-name'
import { lastingMarks } from '#common/annotation/marks'
import { shapeIou } from '#common/annotation/overlap'
import { type PlacedShape, shapeRings } from '#common/annotation/shape'
import { extentOf } from '#common/geometry/extent'
import { maskOfRings } from '#common/geometry/mask-forms'
import { ringsOfMask } from '#common/geometry/mask-outline'
import { maskTilesIou } from '#common/geometry/masks/mask-tiles'
import type { Size } from '#common/geometry/space'
import { simplifyRings } from '#renderer/canvas/simplify'
import { percent } from '#renderer/words/format'
import { t } from '#renderer/words/words'
import type { Editor } from '../../editor/editor.ts'
import { isUnlocked } from '../../model/ground.ts'
import { selectedShapes } from '../shapes/shapes.ts'

/** How far the outline of a polygon may lie beside the edges of the pixels that it was made of, in image pixels. */
const STRAIGHTEN = 1

/** A shape as another kind, and how much of both is the same, 0…1. */
interface Converted {
  readonly before: PlacedShape
  readonly after: PlacedShape
  readonly share: number
}

type Convert = (shape: PlacedShape, frame: Size) => Converted | undefined

/** The selected masks become polygons. */
export function masksToPolygons(editor: Editor): void {
  convertSelected(editor, 'polygon', asPolygon)
}

/** The selected outlines become masks. */
export function outlinesToMasks(editor: Editor): void {
  convertSelected(editor, 'mask', asMask)
}

/** Whether a mask can be made of a shape. */
export function canBeMask({ kind }: PlacedShape): boolean {
  return kind === 'polygon' || kind === 'box' || kind === 'rotated-box'
}

function convertSelected(editor: Editor, kind: 'polygon' | 'mask', convert: Convert): void {
  editor.settle()
  const { frame } = editor.state
  if (!frame) return
  const converted = selectedShapes(editor)
    .filter(isUnlocked)
    .flatMap((shape) => convert(shape, frame) ?? [])
  const changes = converted.map(({ before, after }): Change => ({ before, after }))
  if (changes.length === 0) return
  if (!editor.edit({ label: MADE[kind](changes.length), changes })) return
  editor.say({ kind: 'said', text: alikeText(converted) })
}

const MADE = {
  polygon: (count: number) => editName('edit-to-polygons', { count }),
  mask: (count: number) => editName('edit-to-masks', { count }),
} as const

function asPolygon(shape: PlacedShape, frame: Size): Converted | undefined {
  if (shape.kind !== 'mask') return undefined
  const { id, classId, z, origin, tiles } = shape
  const rings = simplifyRings(ringsOfMask(tiles), STRAIGHTEN)
  const after: PlacedShape = { id, classId, z, origin, ...lastingMarks(shape), kind: 'polygon', rings }
  return { before: shape, after, share: maskTilesIou(tiles, maskOfRings(rings, frame)) }
}

function asMask(shape: PlacedShape, frame: Size): Converted | undefined {
  if (!canBeMask(shape)) return undefined
  const tiles = maskOfRings(shapeRings(shape), frame)
  const { id, classId, z, origin } = shape
  if (tiles.length === 0) return undefined
  const after: PlacedShape = { id, classId, z, origin, ...lastingMarks(shape), kind: 'mask', tiles }
  return { before: shape, after, share: shapeIou(shape, after) }
}

/** "Outline 96.4 % alike"; of several the one that differs most. */
function alikeText(converted: readonly Converted[]): string {
  const { least } = extentOf(converted.map(({ share }) => share))
  const share = percent(Math.floor(least * 1000) / 1000, 1)
  return converted.length === 1
    ? t('Outline {{share}} similar', { share })
    : t('Outlines at least {{share}} similar', { share })
}
