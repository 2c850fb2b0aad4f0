import type { ExportFormat } from '#common/contract/exports'
import { t } from '#renderer/words/words'

/** A format in the language of the page. */
export interface WordedFormat extends Omit<ExportFormat, 'keeps'> {
  readonly keeps: string
}

/** A format in a list. */
export interface ListedFormat extends WordedFormat {
  /** Whether every label and image of the version is kept, as it is or as a box, or not; absent where they are not counted. */
  readonly kept?: 'whole' | 'boxed' | 'part'
}

export interface FormatGroup {
  readonly title: string
  readonly formats: readonly ListedFormat[]
}

const TITLES = {
  lossless: t('Keeps all annotations of this version'),
  unknown: t('Keeps what the format supports'),
  lossy: t('Drops some data of this version'),
  boxes: t('Turns polygons into boxes'),
  pixels: t('Keeps the topmost object of each pixel'),
  points: t('Keeps points without their boxes'),
  classes: t('Keeps only the classes'),
} as const

const ORDER = ['lossless', 'unknown', 'lossy', 'boxes', 'pixels', 'points', 'classes'] as const

/** The formats that answer a search, by what they keep; a group without formats is left out. */
export function formatGroups(formats: readonly ListedFormat[], search: string): readonly FormatGroup[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  const matching = formats.filter((format) => {
    const text = `${format.title} ${format.id} ${format.keeps}`.toLowerCase()
    return words.every((word) => text.includes(word))
  })
  const members = Map.groupBy(matching, groupOf)
  return ORDER.map((group) => ({ title: TITLES[group], formats: members.get(group) ?? [] })).filter(
    (group) => group.formats.length > 0,
  )
}

function groupOf({ fidelity, kept }: ListedFormat): keyof typeof TITLES {
  if (kept === 'whole') return 'lossless'
  if (fidelity !== 'all' && fidelity !== 'boxes') return fidelity
  if (kept !== undefined) return kept === 'boxed' ? 'boxes' : 'lossy'
  return fidelity === 'all' ? 'unknown' : 'boxes'
}
