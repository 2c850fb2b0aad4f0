import { ToggleButton, ToggleButtonGroup } from 'react-aria-components'
import { DiffFilter, type VersionDiff } from '#common/contract/version-diff'
import type { Labelling } from '#renderer/data/project-type'
import { PanelLabel } from '#renderer/ui/display/panel'
import { count } from '#renderer/words/format'
import { t } from '#renderer/words/words'
import styles from './figures.module.css'
import { FILTER_NAMES } from './words.ts'

interface FiguresProps {
  readonly diff: VersionDiff
  readonly filter: DiffFilter
  readonly labelling: Labelling
  readonly onFilter: (filter: DiffFilter) => void
}

const ABOUT_IMAGES = ['all', 'in', 'out', 'split', 'labels'] as const

/** Classes and texts for whole images lie nowhere, and texts are of no class. */
const ABOUT_LABELS: Readonly<Record<Labelling, readonly DiffFilter[]>> = {
  places: ['added', 'removed', 'near', 'far', 'reclassed'],
  classes: ['added', 'removed', 'reclassed'],
  texts: ['added', 'removed', 'reworded'],
}

/** How much differs; each number shows the images behind it. */
export function Figures({ diff, filter, labelling, onFilter }: FiguresProps) {
  const { images, labels } = diff
  const amounts = { ...labels, ...images, labels: images.labels, all: images.different }
  const choose = (keys: Set<unknown>) => {
    const chosen = DiffFilter.options.find((option) => keys.has(option))
    if (chosen !== undefined) onFilter(chosen)
  }
  const figure = (name: DiffFilter) => (
    <ToggleButton
      key={name}
      id={name}
      className={styles.figure ?? ''}
      isDisabled={amounts[name] === 0 && name !== 'all' && name !== filter}
    >
      <b>{count(amounts[name])}</b>
      <span>{FILTER_NAMES[name]}</span>
    </ToggleButton>
  )
  return (
    <ToggleButtonGroup
      aria-label={t('Which images')}
      className={styles.figures ?? ''}
      selectionMode="single"
      disallowEmptySelection
      selectedKeys={[filter]}
      onSelectionChange={choose}
    >
      <div className={styles.group}>
        <PanelLabel className={styles.title}>{t('Images')}</PanelLabel>
        <div className={styles.row}>{ABOUT_IMAGES.map(figure)}</div>
      </div>
      <div className={styles.group}>
        <PanelLabel className={styles.title}>{t('Annotations of images in both versions')}</PanelLabel>
        <div className={styles.row}>{ABOUT_LABELS[labelling].map(figure)}</div>
      </div>
    </ToggleButtonGroup>
  )
}
