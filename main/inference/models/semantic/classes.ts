import { message } from '#common/messages/message'
import { ModelRunError } from '../../host/errors.ts'
import { MOST_CLASSES } from './layout.ts'

/** The meaning of a network's channels in the map that is answered. */
export interface MapClasses {
  /** Places in this list are the values of the map. */
  readonly classNames: readonly string[]
  /** By channel: its place in the list. */
  readonly places: readonly number[]
  /** The place of what is none of the others. */
  readonly background: number
}

const BACKGROUND = 'background'

/**
 * The list has a class `background`, in whatever letters, that takes what is no other. Where the model's names have none it is added in
 * front of them: as the class of the first channel when there is one channel more than names, else as a class without a channel. A
 * single channel is that of the one class beside the background. Throws a `ModelRunError` when names and channels do not fit.
 */
export function mapClasses(names: readonly string[], channels: number): MapClasses {
  const found = names.findIndex((name) => name.toLowerCase() === BACKGROUND)
  const classNames = found < 0 ? [BACKGROUND, ...names] : names
  const background = Math.max(0, found)
  const places = Array.from(classNames.keys())
  const withoutBackground = places.filter((place) => place !== background)
  if (classNames.length > MOST_CLASSES) {
    throw new ModelRunError(message('semantic-too-many-classes', { count: classNames.length, most: MOST_CLASSES }))
  }
  if (channels === classNames.length && channels > 1) return { classNames, places, background }
  const isWithout = channels === 1 || found < 0
  if (isWithout && channels === withoutBackground.length) return { classNames, places: withoutBackground, background }
  throw new ModelRunError(message('semantic-channels-misfit', { channels, classes: names.length }))
}
