import type { BulkAct, BulkDone } from '#common/contract/browse/bulk'
import { SPLIT_NAMES } from '#renderer/ui/display/marks'
import { count } from '#renderer/words/format'
import { t } from '#renderer/words/words'

/** The effect of an action, for the toast and the list of actions. */
export function doneWords(act: BulkAct, changed: number): string {
  switch (act.kind) {
    case 'tag':
      return t('{{count}} images retagged: {{tags}}', { count: changed, tags: tagWords(act) })
    case 'split':
      return t('{{count}} images moved to {{split}}', { count: changed, split: SPLIT_NAMES[act.split] })
    case 'batch':
      return t('{{count}} images moved to the batch {{name}}', { count: changed, name: act.name })
    case 'state':
      return STATE_WORDS[act.state](changed)
    case 'review':
      return reviewWords(act, changed)
    case 'trash':
      return t('{{count}} images moved to the trash', { count: changed })
  }
}

function reviewWords({ verdict, reason }: Extract<BulkAct, { kind: 'review' }>, images: number): string {
  if (verdict === null) return t('{{count}} images back in review', { count: images })
  if (verdict === 'approved') return t('{{count}} images approved', { count: images })
  if (reason === '') return t('Changes requested on {{count}} images', { count: images })
  return t('Changes requested for {{count}} images: {{reason}}', { count: images, reason })
}

const STATE_WORDS = {
  done: (images: number) => t('{{count}} images marked as done', { count: images }),
  nothing: (images: number) => t('{{count}} images marked as background', { count: images }),
  todo: (images: number) => t('{{count}} images reopened', { count: images }),
} as const

function tagWords({ add, remove }: Extract<BulkAct, { kind: 'tag' }>): string {
  return [...add.map((tag) => `+ ${tag}`), ...remove.map((tag) => `− ${tag}`)].join(', ')
}

/** The result of an action; where nothing had to be changed, why. */
export function outcomeWords(act: BulkAct, { images, changed }: BulkDone): string {
  if (changed > 0) return doneWords(act, changed)
  const why = IDLE_WORDS[act.kind === 'state' ? act.state : act.kind]
  return t('{{count}} images left as they were: {{why}}', { count: images, why })
}

const IDLE_WORDS = {
  tag: t('they already have these tags'),
  split: t('all of them are already in that split'),
  batch: t('all of them are already in that batch'),
  trash: t('they no longer exist'),
  review: t('only images with annotations can be reviewed, and these already have this verdict'),
  done: t('only images with annotations can be done, and these already are'),
  nothing: t('only images without annotations can be background images'),
  todo: t('none of them is done'),
} as const

/** The result of an undo. */
export function undoneWords({ images, restored }: { readonly images: number; readonly restored: number }): string {
  if (restored === images) return t('Undone on {{count}} images', { count: images })
  return t('Undone on {{restored}} of {{images}}; the others have changed since', {
    restored: count(restored),
    images: t('{{count}} images', { count: images }),
  })
}

/** The result of an undo that was stopped halfway. */
export function stoppedWords({ back, left }: { readonly back: number; readonly left: number }): string {
  return [
    t('Stopped.'),
    t('Undone on {{count}} images.', { count: back }),
    t('{{count}} others are unchanged.', { count: left }),
  ].join(' ')
}
