import type { DatasetPlan, DatasetWish } from '#common/contract/datasets'
import { t } from '#renderer/words/words'

/** Text of the import button, and the reason why it cannot be pressed. */
export function actWords(
  { images, labels }: Pick<DatasetPlan, 'images' | 'labels'>,
  { labelled }: Pick<DatasetWish, 'labelled'>,
): { readonly words: string; readonly reason: string | undefined } {
  if (images.new > 0) return { words: t('Import {{count}} images', { count: images.new }), reason: undefined }
  const kept = labelled === 'keep' ? images.labelled : 0
  const changed = Math.max(0, labels.annotated + labels.nothing - kept)
  if (changed > 0) return { words: t('Label {{count}} images', { count: changed }), reason: undefined }
  return { words: t('Import'), reason: t('nothing new to import') }
}

/** A line of the counts: a number and what it counts. */
export interface Figure {
  readonly value: number
  readonly words: string
  readonly tone?: 'warn'
}

/** Counts of images by their fate; empty ones are left out. */
export function imageFigures({ images }: Pick<DatasetPlan, 'images'>): readonly Figure[] {
  return shown([
    { value: images.new, words: images.new === 1 ? t('new image') : t('new images'), isKept: true },
    { value: images.there, words: t('already here') },
    { value: images.repeated, words: t('twice in the dataset') },
    { value: images.matched, words: t('here, found by name') },
    { value: images.refused, words: t('cannot be imported'), tone: 'warn' },
  ])
}

/** Counts of annotations by their fate: each image that is new or here stands in one row. */
export function labelFigures({ labels }: Pick<DatasetPlan, 'labels'>): readonly Figure[] {
  return shown([
    {
      value: labels.objects,
      words:
        labels.objects === 1
          ? t('annotation on {{count}} images', { count: labels.annotated })
          : t('annotations on {{count}} images', { count: labels.annotated }),
      isKept: true,
    },
    { value: labels.nothing, words: labels.nothing === 1 ? t('background image') : t('background images') },
    { value: labels.silent, words: t('unlabeled') },
    { value: labels.unfit, words: t('with unsupported annotation types'), tone: 'warn' },
    { value: labels.unreadable, words: t('with annotations that cannot be read'), tone: 'warn' },
    { value: labels.lost, words: t('annotated, but missing from the dataset'), tone: 'warn' },
  ])
}

function shown(figures: readonly (Figure & { readonly isKept?: boolean })[]): readonly Figure[] {
  return figures.filter(({ value, isKept = false }) => value > 0 || isKept)
}

/** The format that has no label files. */
const FOLDERS = 'folder'

/** How the format was recognized. */
export function formatWords({ formats, format }: Pick<DatasetPlan, 'formats' | 'format'>): string {
  const chosen = formats.find(({ id }) => id === format)
  if (chosen?.id === FOLDERS) return t('Recognized by the names of the folders')
  if (chosen !== undefined) return t('Recognized by the content of {{count}} files', { count: chosen.files })
  if (formats.length > 0) return t('Annotations are skipped')
  return t('No annotation files recognized: images are imported without annotations')
}

interface Told {
  readonly refused: number
  readonly problems: number
  readonly notes: number
  /** How many of both are in the list. */
  readonly listed: number
}

/** The number of files that are not imported, of problems and of notes, as the import tells them afterwards; and how many are listed. */
export function problemWords({ refused, problems, notes, listed }: Told): string {
  const parts = [
    refused > 0 && t('{{number}} not imported', { number: refused }),
    problems === 0 ? refused === 0 && t('No problems') : t('{{count}} problems', { count: problems }),
    notes > 0 && t('{{count}} notes', { count: notes }),
    refused + problems + notes > listed && t('first {{count}} shown', { count: listed }),
  ]
  return parts.filter((part) => part !== false).join(' · ')
}
