import type { RebalancePreview, RebalanceRequest } from '#common/contract/splits'
import { SPLITS, type Split, type SplitCounts, totalOf } from '#common/split'
import { SPLIT_NAMES } from '#renderer/ui/display/marks'
import { splitPercents } from '#renderer/ui/display/split-percents'
import { count } from '#renderer/words/format'
import { listed } from '#renderer/words/listed'
import { t } from '#renderer/words/words'
import { missedSplits, toPercents } from './shares.ts'

/** The text that fits on a part of the bar: name, count and share, then less, then nothing. The width is in pixels of the design. */
export function partLabel(split: Split, counts: SplitCounts, width: number): string {
  const share = splitPercents(counts)[split]
  const full = `${SPLIT_NAMES[split]} ${count(counts[split])} · ${share}`
  const labels = [full, `${SPLIT_NAMES[split]} ${share}`, share]
  return labels.find((label) => label.length * CHARACTER_PX + PADDING_PX <= width) ?? ''
}

const CHARACTER_PX = 6.4
const PADDING_PX = 14

/** How shares that do not sum to 100 are taken; undefined when there is nothing to say. */
export function takenAs(shares: SplitCounts): string | undefined {
  const percents = toPercents(shares)
  if (percents === undefined || totalOf(shares) === 100) return undefined
  return t('Shares add up to {{sum}}; used as {{shares}} %', {
    sum: totalOf(shares),
    shares: SPLITS.map((split) => percents[split]).join(' / '),
  })
}

/** Why the shares are not reached; undefined when they are. */
export function missedSentence(request: RebalanceRequest, after: SplitCounts): string | undefined {
  const missed = missedSplits(request.shares, after)
  if (missed.length === 0) return undefined
  const splits = listed(missed.map((split) => SPLIT_NAMES[split]))
  const reason =
    request.classes.length > 0
      ? t('too few images have only the chosen classes')
      : t('each batch and completed job is split by itself')
  return missed.length === 1
    ? t('{{split}} misses its share: {{reason}}', { split: splits, reason })
    : t('{{splits}} miss their shares: {{reason}}', { splits, reason })
}

/** Why the button cannot be pressed; undefined when it can. */
export function reasonAgainst(request: RebalanceRequest, preview: RebalancePreview | undefined): string | undefined {
  if (totalOf(request.shares) === 0) return t('At least one split needs a share above 0')
  if (preview === undefined) return t('Calculating the moves…')
  return preview.total === 0 ? t('No image has to move') : undefined
}

export function moveWords(total: number): string {
  return t('Move {{count}} images', { count: total })
}
