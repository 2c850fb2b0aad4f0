import type { BulkAct, BulkDone } from '#common/contract/browse/bulk'
import { SPLIT_NAMES } from '#renderer/kit/display/marks'
import { count, plural } from '#renderer/kit/format'

/** What an act did, for the toast and the list of acts. */
export function doneWords(act: BulkAct, changed: number): string {
  const images = plural(changed, 'image')
  switch (act.kind) {
    case 'tag':
      return `${images} tagged anew: ${tagWords(act)}`
    case 'split':
      return `${images} moved to ${SPLIT_NAMES[act.split]}`
    case 'batch':
      return `${images} moved to the batch ${act.name}`
    case 'state':
      return `${images} ${STATE_WORDS[act.state]}`
    case 'review':
      return act.verdict === 'approved' ? `${images} approved` : `${images} rejected: ${act.reason}`
    case 'trash':
      return `${images} moved to the trash`
  }
}

const STATE_WORDS = {
  done: 'marked as done',
  nothing: 'marked as holding nothing to label',
  todo: 'put back to work',
} as const

function tagWords({ add, remove }: Extract<BulkAct, { kind: 'tag' }>): string {
  return [...add.map((tag) => `+ ${tag}`), ...remove.map((tag) => `− ${tag}`)].join(', ')
}

/** What came of an act; where nothing had to be changed, why. */
export function outcomeWords(act: BulkAct, { images, changed }: BulkDone): string {
  if (changed > 0) return doneWords(act, changed)
  return `${plural(images, 'image')} left as they were: ${IDLE_WORDS[act.kind === 'state' ? act.state : act.kind]}`
}

const IDLE_WORDS = {
  tag: 'their tags are so already',
  split: 'all of them are in that split already',
  batch: 'all of them are in that batch already',
  trash: 'they are gone already',
  review: 'only images with labels can be reviewed, and those are so already',
  done: 'only images with labels can be done, and those are',
  nothing: 'only images without labels can hold nothing to label',
  todo: 'none of them is done',
} as const

/** What came of an undo. */
export function undoneWords({ images, restored }: { readonly images: number; readonly restored: number }): string {
  if (restored === images) return `${plural(images, 'image')} as they were before`
  return `${count(restored)} of ${plural(images, 'image')} as they were before; the others were changed again since`
}
