import type { SampleWindow } from '#common/contract/pixels'
import type { ImageId } from '#common/ids'
import { imageEqualization } from '#renderer/canvas/image-equalization'
import type { ImageShelf } from '#renderer/canvas/images'
import type { Adjustments } from '#renderer/canvas/still/adjust'
import type { ImagePart } from '#renderer/canvas/still/renderer'
import { type HeldPixels, layeredParts, sameParts } from '#renderer/canvas/tiles/layered-parts'
import { windowWithin } from '#renderer/canvas/tiles/sample-window'
import { type PixelPlan, pixelPlan, planUrls, wantedWindow } from '../../effects/queue/pixel-plan.ts'
import type { EditorState, Tone } from '../../model/editor-state.ts'

export interface ShownImage {
  readonly parts: readonly ImagePart[]
  readonly adjust: Adjustments
}

/**
 * The available pixels of the image on screen. Pixels through a new window of samples replace the old ones all at once; until then, the old
 * ones are shown as if through the new window.
 */
export function imageShower(shelf: ImageShelf): (state: EditorState) => ShownImage {
  let last: ShownImage | undefined
  let made: { readonly image: ImageId | undefined; readonly window: SampleWindow } | undefined

  /** The window that the pixels to be shown were made through: the usual one before anything was chosen. */
  function windowOf(state: EditorState, wanted: SampleWindow): SampleWindow {
    const plan = pixelPlan(state, wanted)
    const isThere = plan && planUrls(plan).every((url) => shelf.get(url) !== undefined)
    if (isThere) made = { image: state.image, window: wanted }
    return made && made.image === state.image ? made.window : (state.pixels?.depth?.window ?? wanted)
  }

  return (state) => {
    const wanted = wantedWindow(state)
    const window = wanted && windowOf(state, wanted)
    const plan = pixelPlan(state, window)
    const held: HeldPixels = (url) => shelf.get(url)
    const parts = plan ? layeredParts(plan, held) : []
    const adjust = { ...state.tone, window: window && windowWithin(window, state.draggedSamples ?? wanted) }
    const equalization = plan && equalizationFor(adjust, plan, held)
    last = { parts: sameParts(last?.parts ?? [], parts), adjust: sameAdjust(last?.adjust, { ...adjust, equalization }) }
    return last
  }
}

/** Made from the image as it is on a screen, whatever the zoom: it does not change when finer pixels come. */
function equalizationFor(adjust: Adjustments, { wholes }: PixelPlan, held: HeldPixels) {
  if (adjust.localContrast === 0) return undefined
  const [bitmap] = wholes
    .slice(0, 2)
    .toReversed()
    .flatMap((url) => held(url) ?? [])
  return bitmap && imageEqualization(bitmap, adjust)
}

function sameAdjust(before: Adjustments | undefined, now: Adjustments): Adjustments {
  if (before === undefined || !sameTone(before, now) || before.equalization !== now.equalization) return now
  const isSame = before.window?.from === now.window?.from && before.window?.to === now.window?.to
  return isSame ? before : now
}

const TONES = ['channel', 'localContrast', 'brightness', 'contrast', 'gamma', 'isInverted'] as const

function sameTone(a: Tone, b: Tone): boolean {
  return TONES.every((part) => a[part] === b[part])
}
