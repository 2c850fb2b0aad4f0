import type { ExportFormat } from '#common/contract/exports'

export interface FormatGroup {
  readonly title: string
  readonly formats: readonly ExportFormat[]
}

const TITLES = {
  all: 'Keeps everything',
  boxes: 'Turns polygons into boxes',
  points: 'Keeps points without their boxes',
  classes: 'Keeps only the classes',
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
