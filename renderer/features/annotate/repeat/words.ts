import type { Carried } from '#common/annotation/carry'
import { plural } from '#renderer/kit/format'

export const NO_PREVIOUS = 'This is the first picture of the queue: there is none to repeat'
export const NOTHING_THERE = 'The previous picture has no shapes to repeat'

type Said = Carried & { readonly areCopied?: boolean }

/** "3 shapes carried over, scaled to the size of this picture. 2 shapes were here already". */
export function carriedSentence({ shapes, taken, outside, isScaled, areCopied = false }: Said): string {
  const scaled = isScaled ? ', scaled to the size of this picture' : ''
  const first =
    shapes.length === 0
      ? 'Nothing carried over'
      : `${plural(shapes.length, areCopied ? 'copied shape' : 'shape')} carried over${scaled}`
  return [
    first,
    ...(taken > 0 ? [`${plural(taken, 'shape')} ${taken === 1 ? 'was' : 'were'} here already`] : []),
    ...(outside > 0 ? [`${plural(outside, 'shape')} would lie outside`] : []),
  ].join('. ')
}

/** "3 shapes carried over. 2 of them fitted anew. 1 of them deserves a look." */
export function fittedSentence(
  carried: Said,
  { fitted, far }: { readonly fitted: number; readonly far: number },
): string {
  const look = `${far} of them ${far === 1 ? 'deserves' : 'deserve'} a look`
  return [carriedSentence(carried), `${fitted} of them fitted anew`, ...(far > 0 ? [look] : [])].join('. ')
}

/** "4 shapes carried forward to 3 pictures". */
export function forwardSentence({ pictures, shapes }: { readonly pictures: number; readonly shapes: number }): string {
  if (pictures === 0) return 'Nothing carried forward: those pictures have the shapes already'
  return `${plural(shapes, 'shape')} carried forward to ${plural(pictures, 'picture')}`
}

export function takenBackSentence(pictures: number, of: number): string {
  const back = `Taken back from ${plural(pictures, 'picture')}`
  return pictures === of ? back : `${back}. ${plural(of - pictures, 'other')} changed since and stayed`
}
