import { message } from '#common/messages/message'
import type { Message } from '#common/messages/template'
import type { Taken } from './taken.ts'

/** Faults of a file as a whole, once all of it is there. */
export function fileFaults(taken: Taken): readonly Message[] {
  return [...strangers(taken), ...namelessCategories(taken), ...segments(taken)]
}

function strangers({ images }: Taken): readonly Message[] {
  const unlisted = [...images.values()].filter(({ name }) => name === undefined)
  const count = unlisted.reduce((sum, image) => sum + image.count, 0)
  const [first] = unlisted
  return first === undefined || count === 0
    ? []
    : [message('annotations-of-unlisted-images', { count, image: first.id })]
}

function namelessCategories({ categoryList }: Taken): readonly Message[] {
  return categoryList
    .filter(({ known }) => known === undefined)
    .map(({ id, count }) => message('annotations-of-unnamed-category', { count, category: id }))
}

function segments({ segments: count }: Taken): readonly Message[] {
  return count === 0 ? [] : [message('panoptic-segments-skipped', { count })]
}
