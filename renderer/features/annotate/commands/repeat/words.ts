import type { Carried } from '#common/annotation/carry'
import { t } from '#renderer/words/words'

export const NO_PREVIOUS = t('This is the first image of the queue, so there is nothing to repeat')
export const NOTHING_THERE = t('The previous image has no shapes to repeat')

type Said = Carried & { readonly areCopied?: boolean }

/** "3 shapes carried over, scaled to the size of this image. 2 shapes were here already". */
export function carriedSentence(carried: Said): string {
  const { taken, outside } = carried
  return [
    carriedOver(carried),
    ...(taken > 0 ? [t('{{count}} shapes already here', { count: taken })] : []),
    ...(outside > 0 ? [t('{{count}} shapes would be outside the image', { count: outside })] : []),
  ].join('. ')
}

function carriedOver({ shapes, isScaled, areCopied = false }: Said): string {
  const count = shapes.length
  if (count === 0) return t('Nothing carried over')
  if (!isScaled)
    return areCopied
      ? t('{{count}} copied shapes carried over', { count })
      : t('{{count}} shapes carried over', { count })
  return areCopied
    ? t('{{count}} copied shapes carried over, scaled to the size of this image', { count })
    : t('{{count}} shapes carried over, scaled to the size of this image', { count })
}

/** "3 shapes carried over. 2 of them fitted anew. 1 of them deserves a look." */
export function fittedSentence(
  carried: Said,
  { fitted, far }: { readonly fitted: number; readonly far: number },
): string {
  return [
    carriedSentence(carried),
    t('{{count}} of them fitted again', { count: fitted }),
    ...(far > 0 ? [t('{{count}} of them deserve a look', { count: far })] : []),
  ].join('. ')
}

/** "4 shapes carried forward to 3 images". */
export function forwardSentence({ images, shapes }: { readonly images: number; readonly shapes: number }): string {
  if (images === 0) return t('Nothing carried forward: those images have the shapes already')
  return t('{{count}} shapes carried forward to {{images}}', {
    count: shapes,
    images: t('{{count}} images', { count: images }),
  })
}

export function takenBackSentence(images: number, of: number): string {
  const back = t('Undone on {{count}} images', { count: images })
  const others = of - images
  return others === 0 ? back : `${back}. ${t('{{count}} others have changed since and were kept', { count: others })}`
}
