import type { Taken } from './taken.ts'

/** Faults of a file as a whole, once all of it is there. */
export function fileFaults(taken: Taken): readonly string[] {
  return [...strangers(taken), ...namelessCategories(taken), ...segments(taken)]
}

function strangers({ images }: Taken): readonly string[] {
  const unlisted = [...images.values()].filter(({ name }) => name === undefined)
  const count = unlisted.reduce((sum, image) => sum + image.count, 0)
  if (count === 0) return []
  return [`${leftOut(count)}: the file does not list their images (first image_id ${unlisted[0]?.id}).`]
}

function namelessCategories({ categoryList }: Taken): readonly string[] {
  return categoryList
    .filter(({ known }) => known === undefined)
    .map(({ id, count }) => `${leftOut(count)}: the file does not name category ${id}.`)
}

function segments({ segments: count }: Taken): readonly string[] {
  return count === 0 ? [] : [`${leftOut(count)}: panoptic segments are read only from panoptic_….json.`]
}

function leftOut(count: number): string {
  return count === 1 ? '1 annotation skipped' : `${count} annotations skipped`
}
