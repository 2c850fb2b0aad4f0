import type { DatasetPlan, DatasetWish } from '#common/contract/datasets'
import { count, plural } from '#renderer/kit/format'

/** What the button of a review says, and why it cannot be pressed. */
export function actWords(
  { pictures, labels }: Pick<DatasetPlan, 'pictures' | 'labels'>,
  { labelled }: Pick<DatasetWish, 'labelled'>,
): { readonly words: string; readonly reason: string | undefined } {
  if (pictures.new > 0) return { words: `Import ${plural(pictures.new, 'picture')}`, reason: undefined }
  const kept = labelled === 'keep' ? pictures.labelled : 0
  const changed = Math.max(0, labels.annotated + labels.nothing - kept)
  if (changed > 0) return { words: `Label ${plural(changed, 'picture')}`, reason: undefined }
  return { words: 'Import', reason: 'there is nothing new in it' }
}

/** A line of the counts: a number and what it counts. */
export interface Figure {
  readonly value: number
  readonly words: string
  readonly tone?: 'warn'
}

/** What becomes of the pictures; what is not there is left out. */
export function pictureFigures({ pictures }: Pick<DatasetPlan, 'pictures'>): readonly Figure[] {
  return shown([
    { value: pictures.new, words: pictures.new === 1 ? 'new picture' : 'new pictures', isKept: true },
    { value: pictures.there, words: 'already here' },
    { value: pictures.matched, words: 'here, found by name' },
    { value: pictures.refused, words: 'refused', tone: 'warn' },
  ])
}

/** What becomes of the labels. */
export function labelFigures({ labels, pictures }: Pick<DatasetPlan, 'labels' | 'pictures'>): readonly Figure[] {
  return shown([
    {
      value: labels.objects,
      words: `${labels.objects === 1 ? 'label' : 'labels'} on ${plural(labels.annotated, 'picture')}`,
      isKept: true,
    },
    { value: labels.nothing, words: 'with nothing to label' },
    { value: labels.silent, words: 'without labels' },
    { value: pictures.labelled, words: 'labelled already' },
    { value: labels.lost, words: 'in the labels, but no such picture', tone: 'warn' },
    { value: labels.refused, words: 'with labels this project cannot keep', tone: 'warn' },
  ])
}

function shown(figures: readonly (Figure & { readonly isKept?: boolean })[]): readonly Figure[] {
  return figures.filter(({ value, isKept = false }) => value > 0 || isKept)
}

/** The format that has no label files. */
const FOLDERS = 'folder'

/** How the format was recognised. */
export function formatWords({ formats, format }: Pick<DatasetPlan, 'formats' | 'format'>): string {
  const chosen = formats.find(({ id }) => id === format)
  if (chosen?.id === FOLDERS) return 'Recognised by the names of the folders'
  if (chosen !== undefined) return `Recognised by the content of ${plural(chosen.files, 'file')}`
  if (formats.length > 0) return 'The labels are left out'
  return 'No file with labels was recognised: the pictures come in without labels'
}

/** "Problems", with their number and how many are listed. */
export function problemWords(all: number, listed: number): string {
  if (all === 0) return 'No problems'
  return all > listed ? `${count(all)} problems, the first ${count(listed)} of them here` : plural(all, 'problem')
}
