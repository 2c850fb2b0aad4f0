import type { DatasetPlan, DatasetWish } from '#common/contract/datasets'
import { t } from '#renderer/kit/words/words'

/** What the button of a review says, and why it cannot be pressed. */
export function actWords(
  { pictures, labels }: Pick<DatasetPlan, 'pictures' | 'labels'>,
  { labelled }: Pick<DatasetWish, 'labelled'>,
): { readonly words: string; readonly reason: string | undefined } {
  if (pictures.new > 0) return { words: t('Import {{count}} pictures', { count: pictures.new }), reason: undefined }
  const kept = labelled === 'keep' ? pictures.labelled : 0
  const changed = Math.max(0, labels.annotated + labels.nothing - kept)
  if (changed > 0) return { words: t('Label {{count}} pictures', { count: changed }), reason: undefined }
  return { words: t('Import'), reason: t('there is nothing new in it') }
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
    { value: pictures.new, words: pictures.new === 1 ? t('new picture') : t('new pictures'), isKept: true },
    { value: pictures.there, words: t('already here') },
    { value: pictures.matched, words: t('here, found by name') },
    { value: pictures.refused, words: t('cannot be imported'), tone: 'warn' },
  ])
}

/** What becomes of the labels. */
export function labelFigures({ labels, pictures }: Pick<DatasetPlan, 'labels' | 'pictures'>): readonly Figure[] {
  return shown([
    {
      value: labels.objects,
      words:
        labels.objects === 1
          ? t('label on {{count}} pictures', { count: labels.annotated })
          : t('labels on {{count}} pictures', { count: labels.annotated }),
      isKept: true,
    },
    { value: labels.nothing, words: labels.nothing === 1 ? t('background image') : t('background images') },
    { value: labels.silent, words: t('unlabelled') },
    { value: pictures.labelled, words: t('labelled already') },
    { value: labels.lost, words: t('in the labels, but no such picture'), tone: 'warn' },
    { value: labels.refused, words: t('with labels this project cannot keep'), tone: 'warn' },
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
  if (chosen?.id === FOLDERS) return t('Recognised by the names of the folders')
  if (chosen !== undefined) return t('Recognised by the content of {{count}} files', { count: chosen.files })
  if (formats.length > 0) return t('The labels are left out')
  return t('No file with labels was recognised: the pictures come in without labels')
}

/** "Problems", with their number and how many are listed. */
export function problemWords(all: number, listed: number): string {
  if (all === 0) return t('No problems')
  return all > listed
    ? t('{{count}} problems, the first {{listed}} of them here', { count: all, listed })
    : t('{{count}} problems', { count: all })
}
