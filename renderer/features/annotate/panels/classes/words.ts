import type { MergePreview } from '#common/contract/classes/classes'
import { t } from '#renderer/words/words'

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
  return t('{{amount}} on {{count}} images', { amount: t('{{count}} annotations', { count: labels }), count: images })
}

export function mergeTitle(from: Named, into: Named | undefined): string {
  return into === undefined
    ? t('Merge {{from}} into another class', { from: from.name })
    : t('Merge {{from}} into {{into}}', { from: from.name, into: into.name })
}

/** The effects of a merge, line by line. */
export function previewLines({ from, into }: Pair, preview: MergePreview): readonly string[] {
  const { labels, versions, givesPoints } = preview
  return [
    labels === 0
      ? t('{{from}} has no annotations, so only the class is removed.', { from: from.name })
      : t('{{labels}} will become {{into}}.', { labels: labelsOn(preview), into: into.name }),
    ...(givesPoints ? [t('{{into}} gets the points of {{from}}.', { into: into.name, from: from.name })] : []),
    ...(versions === 0
      ? []
      : [t('{{count}} versions keep {{from}}, because versions never change.', { count: versions, from: from.name })]),
    ...(labels === 0
      ? []
      : [t('Approved images with these annotations go back to review. Undo restores their approvals.')]),
    t('The merge is recorded in the history of each image. Undo separates the classes again.'),
  ]
}

export function mergedWords({ from, into }: Pair, done: Amount): string {
  return t('{{from}} merged into {{into}}: {{labels}}', { from: from.name, into: into.name, labels: labelsOn(done) })
}

export function partedWords({ images, restored }: { readonly images: number; readonly restored: number }): string {
  if (restored === images) return t('Merge undone: {{count}} images restored', { count: images })
  return t('Merge undone: {{restored}} of {{count}} images restored; the others have changed since', {
    restored,
    count: images,
  })
}
