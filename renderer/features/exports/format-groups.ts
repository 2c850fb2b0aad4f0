import type { ExportFormat } from '#common/contract/exports'
import { t } from '#renderer/kit/words/words'

export interface FormatGroup {
  readonly title: string
  readonly formats: readonly ExportFormat[]
}

const TITLES = {
  all: t('Keeps everything'),
  boxes: t('Turns polygons into boxes'),
  points: t('Keeps points without their boxes'),
  classes: t('Keeps only the classes'),
} as const

/** The formats that answer a search, by what they keep; a group without formats is left out. */
export function formatGroups(formats: readonly ExportFormat[], search: string): readonly FormatGroup[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  const matching = formats.filter((format) => {
    const text = `${format.title} ${format.id} ${format.keeps}`.toLowerCase()
    return words.every((word) => text.includes(word))
  })
  const fidelities = ['all', 'boxes', 'points', 'classes'] as const
  return fidelities
    .map((fidelity) => ({
      title: TITLES[fidelity],
      formats: matching.filter((format) => format.fidelity === fidelity),
    }))
    .filter((group) => group.formats.length > 0)
}
