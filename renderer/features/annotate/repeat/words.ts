import type { Carried } from '#common/annotation/carry'
import { t } from '#renderer/kit/words/words'

export const NO_PREVIOUS = t('This is the first picture of the queue: there is none to repeat')
export const NOTHING_THERE = t('The previous picture has no shapes to repeat')

type Said = Carried & { readonly areCopied?: boolean }

/** "3 shapes carried over, scaled to the size of this picture. 2 shapes were here already". */
export function carriedSentence(carried: Said): string {
  const { taken, outside } = carried
  return [
    carriedOver(carried),
    ...(taken > 0 ? [t('{{count}} shapes were here already', { count: taken })] : []),
    ...(outside > 0 ? [t('{{count}} shapes would lie outside', { count: outside })] : []),
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
    ? t('{{count}} copied shapes carried over, scaled to the size of this picture', { count })
    : t('{{count}} shapes carried over, scaled to the size of this picture', { count })
}

/** "3 shapes carried over. 2 of them fitted anew. 1 of them deserves a look." */
export function fittedSentence(
  carried: Said,
  { fitted, far }: { readonly fitted: number; readonly far: number },
): string {
  return [
    carriedSentence(carried),
    t('{{count}} of them fitted anew', { count: fitted }),
    ...(far > 0 ? [t('{{count}} of them deserve a look', { count: far })] : []),
  ].join('. ')
}

/** "4 shapes carried forward to 3 pictures". */
export function forwardSentence({ pictures, shapes }: { readonly pictures: number; readonly shapes: number }): string {
  if (pictures === 0) return t('Nothing carried forward: those pictures have the shapes already')
  return t('{{count}} shapes carried forward to {{pictures}}', {
    count: shapes,
    pictures: t('{{count}} pictures', { count: pictures }),
  })
}

export function takenBackSentence(pictures: number, of: number): string {
  const back = t('Taken back from {{count}} pictures', { count: pictures })
  const others = of - pictures
  return others === 0 ? back : `${back}. ${t('{{count}} others changed since and stayed', { count: others })}`
}
