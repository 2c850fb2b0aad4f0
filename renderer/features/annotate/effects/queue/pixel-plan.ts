import type { SampleWindow } from '#common/contract/pixels'
import { imageUrl, tileUrl, windowedScreenUrl } from '#common/contract/urls'
import { imagePoint, type Size, toImage } from '#common/geometry/space'
import { MOST_UNCUT_PIXELS, type TilePlace } from '#common/geometry/tiles'
import type { ImageId } from '#common/ids'
import type { LayeredImage } from '#renderer/canvas/tiles/layered-parts'
import { sameWindow } from '#renderer/canvas/tiles/sample-window'
import { wantedTiles } from '#renderer/canvas/tiles/wanted-tiles'
import { visibleBox } from '#renderer/canvas/viewport'
import type { EditorState } from '../../model/editor-state.ts'

/** Longer side of the screen size. */
export const SCREEN_SIDE = 2048

/** The addresses that the image on screen is put together from. */
export interface PixelPlan extends LayeredImage {
  /** Tiles beside those in view. */
  readonly around: readonly TilePlace[]
}

/** Whether the screen size has fewer pixels than are shown. */
export function needsMore({ frame, viewport }: Pick<EditorState, 'frame' | 'viewport'>): boolean {
  if (!frame) return false
  const longer = Math.max(frame.width, frame.height)
  return longer > SCREEN_SIDE && longer * viewport.scale * window.devicePixelRatio > SCREEN_SIDE
}

export function isLarge({ width, height }: Size): boolean {
  return width * height > MOST_UNCUT_PIXELS
}

/** Cutting it takes a while: that begins before one zooms in. */
export function isHuge({ width, height }: Size): boolean {
  return width * height > 4 * MOST_UNCUT_PIXELS
}

/** The pixels to load, or undefined while there is no image. `samples` is the window for rendering images with 16 bits a sample. */
export function pixelPlan(state: EditorState, samples: SampleWindow | undefined): PixelPlan | undefined {
  const { image, frame } = state
  if (image === undefined || !frame) return undefined
  // Without a window, addresses answer pixels through the usual one.
  const chosen = sameWindow(samples, state.pixels?.depth?.window) ? undefined : samples
  return { frame, wholes: wholesOf(state, image, chosen), ...tilesOf(state, image, chosen) }
}

function wholesOf(state: EditorState, image: ImageId, samples: SampleWindow | undefined): readonly string[] {
  if (samples) return [windowedScreenUrl(image, samples)]
  const wholes = [imageUrl(image, 'thumb'), imageUrl(image, 'screen')]
  return isShownAsOne(state) && needsMore(state) ? [...wholes, imageUrl(image, 'full')] : wholes
}

/** Small images have every pixel in one file. Of large ones nothing is known yet, or there are tiles. */
function isShownAsOne({ pixels, frame }: EditorState): boolean {
  return pixels === undefined
    ? frame !== undefined && !isLarge(frame)
    : pixels.tiles.state === 'none' && pixels.depth === null
}

function tilesOf(
  state: EditorState,
  image: ImageId,
  samples: SampleWindow | undefined,
): Pick<PixelPlan, 'tiles' | 'around'> {
  const { pixels, viewport, view } = state
  if (pixels?.tiles.state !== 'ready') return { tiles: undefined, around: [] }
  const { pyramid } = pixels.tiles
  const sight = { viewport, view, density: window.devicePixelRatio, focus: focusOf(state) }
  const { inView, around } = wantedTiles(pyramid, sight, SCREEN_SIDE)
  if (inView.length === 0) return { tiles: undefined, around: [] }
  const urlOf = (place: TilePlace) => tileUrl(image, place, samples)
  return { tiles: { pyramid, inView, box: visibleBox(viewport, view), urlOf }, around }
}

/** The pointer, or the middle of what is in sight. */
function focusOf({ pointer, viewport, view }: EditorState) {
  if (pointer) return toImage(pointer, viewport)
  const { x0, y0, x1, y1 } = visibleBox(viewport, view)
  return imagePoint((x0 + x1) / 2, (y0 + y1) / 2)
}

/** The window that pixels are wanted through: as chosen, or the usual one; undefined for images with eight bits a sample. */
export function wantedWindow({ pixels, samples }: Pick<EditorState, 'pixels' | 'samples'>): SampleWindow | undefined {
  return pixels?.depth ? (samples ?? pixels.depth.window) : undefined
}

/** All addresses of a plan, the most urgent first. */
export function planUrls({ wholes, tiles }: PixelPlan): readonly string[] {
  return [...wholes, ...(tiles?.inView.map(tiles.urlOf) ?? [])]
}
