import { ToggleButton, ToggleButtonGroup } from 'react-aria-components'
import { DiffFilter, type VersionDiff } from '#common/contract/version-diff'
import { PanelLabel } from '#renderer/kit/display/panel'
import { count } from '#renderer/kit/format'
import type { Choice } from './choice.ts'
import styles from './figures.module.css'
import { FILTER_NAMES } from './words.ts'

interface FiguresProps {
  readonly diff: VersionDiff
  readonly choice: Choice
  /** Labels are texts: they lie nowhere and are of no class. */
  readonly isAboutTexts: boolean
  readonly onFilter: (filter: DiffFilter) => void
}

const ABOUT_PLACES = ['added', 'removed', 'near', 'far', 'reclassed'] as const
const ABOUT_TEXTS = ['added', 'removed', 'reworded'] as const

/** How much differs; each number shows the pictures behind it. */
export function Figures({ diff, choice: { from, to, filter }, isAboutTexts, onFilter }: FiguresProps) {
  const { pictures, labels } = diff
  const amounts = { ...labels, ...pictures, labels: pictures.labels, all: pictures.different }
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
      aria-label="Which images"
      className={styles.figures ?? ''}
      selectionMode="single"
      disallowEmptySelection
      selectedKeys={[filter]}
      onSelectionChange={choose}
    >
      <div className={styles.group}>
        <PanelLabel className={styles.title}>Images</PanelLabel>
        <div className={styles.row}>{(['all', 'in', 'out', 'split', 'labels'] as const).map(figure)}</div>
      </div>
      <div className={styles.group}>
        <PanelLabel className={styles.title}>Labels of images in both</PanelLabel>
        <div className={styles.row}>{(isAboutTexts ? ABOUT_TEXTS : ABOUT_PLACES).map(figure)}</div>
      </div>
      <p className={styles.legend}>
        Dashed: version {from}. Solid: version {to}.
      </p>
    </ToggleButtonGroup>
  )
}
