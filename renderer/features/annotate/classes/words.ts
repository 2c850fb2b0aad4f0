import type { MergePreview } from '#common/contract/classes/classes'
import { count, plural } from '#renderer/kit/format'

interface Named {
  readonly name: string
}

interface Pair {
  readonly from: Named
  readonly into: Named
}

interface Amount {
  readonly labels: number
  readonly images: number
}

function labelsOn({ labels, images }: Amount): string {
  return `${plural(labels, 'label')} on ${plural(images, 'picture')}`
}

/** What a merge would do, line by line. */
export function previewLines({ from, into }: Pair, preview: MergePreview): readonly string[] {
  const { labels, versions, givesPoints } = preview
  return [
    labels === 0 ? `No label is of ${from.name}; the class alone goes.` : `${labelsOn(preview)} become ${into.name}.`,
    ...(givesPoints ? [`${into.name} gets the points of ${from.name}.`] : []),
    ...(versions === 0 ? [] : [`${plural(versions, 'version')} keep ${from.name}: what is frozen stays as it is.`]),
    'The history of each picture tells of it, and Undo parts the classes again.',
  ]
}

export function mergedWords({ from, into }: Pair, done: Amount): string {
  return `${from.name} is merged into ${into.name}: ${labelsOn(done)}`
}

export function partedWords({ images, restored }: { readonly images: number; readonly restored: number }): string {
  if (restored === images) return `The classes are two again: ${plural(images, 'picture')} as before`
  return `The classes are two again: ${count(restored)} of ${plural(images, 'picture')} as before; the others were changed since`
}

/** "12 shapes on 4 pictures". */
export function usedWords({ shapes, images }: { readonly shapes: number; readonly images: number }): string {
  return `${plural(shapes, 'shape')} on ${plural(images, 'picture')}`
}
