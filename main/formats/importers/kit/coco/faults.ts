import type { Taken } from './taken.ts'

/** What is wrong with a file as a whole, once all of it is there. */
export function fileFaults(taken: Taken): readonly string[] {
  return [...strangers(taken), ...namelessCategories(taken), ...segments(taken)]
}

function strangers({ pictures }: Taken): readonly string[] {
  const unlisted = [...pictures.values()].filter(({ name }) => name === undefined)
  const count = unlisted.reduce((sum, picture) => sum + picture.count, 0)
  if (count === 0) return []
  return [`${leftOut(count)} of pictures that the file does not list, the first of image_id ${unlisted[0]?.id}.`]
}

function namelessCategories({ categoryList }: Taken): readonly string[] {
  return categoryList
    .filter(({ known }) => known === undefined)
    .map(({ id, count }) => `${leftOut(count)} of the category ${id}, which the file does not name.`)
}

function segments({ segments: count }: Taken): readonly string[] {
  return count === 0 ? [] : [`${leftOut(count)} of panoptic segments, which are read from files named panoptic_….json.`]
}

function leftOut(count: number): string {
  return count === 1 ? 'Left out is one annotation' : `Left out are ${count} annotations`
}
