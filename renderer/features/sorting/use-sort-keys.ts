import type { LabelClass } from '#common/contract/projects'
import { type Command, useCommands } from '#renderer/ui/app/commands'
import { navigate, projectHref } from '#renderer/ui/app/router'
import { CLASS_DIGITS } from '#renderer/ui/keys/keyed'
import { t } from '#renderer/words/words'
import { labelBlock, markDone, redoSort, type Sorter, undoSort } from './sort-acts.ts'

/** The keys of the screen, apart from those that move in the grid. */
export function useSortKeys(sorter: Sorter, classes: readonly LabelClass[]): void {
  useCommands([...classKeys(sorter, classes), ...actKeys(sorter)])
}

function classKeys(sorter: Sorter, classes: readonly LabelClass[]): readonly Command[] {
  return CLASS_DIGITS.flatMap((digit, place) => {
    const label = classes[place]
    if (!label) return []
    const run = () => labelBlock(sorter, label)
    const name = t('Class {{name}}', { name: label.name })
    return [{ id: `sort.class-${digit}`, writes: 'projects', label: name, chord: digit, run }]
  })
}

function actKeys(sorter: Sorter): readonly Command[] {
  const { sorting, project } = sorter
  const annotate = () => {
    const { ids, block } = sorting.getState()
    const image = ids[block.focus]
    if (image !== undefined) navigate(projectHref(project, 'annotate', { image }))
  }
  return [
    {
      id: 'sort.pick',
      writes: 'projects',
      label: t('Pick a class'),
      chord: 'C',
      run: () => sorting.setState({ isPicking: true }),
    },
    {
      id: 'sort.done',
      writes: 'projects',
      label: t('Mark as done, next'),
      chord: 'Mod+Enter',
      run: () => markDone(sorter),
    },
    { id: 'sort.undo', writes: 'projects', label: t('Undo'), chord: 'Mod+Z', run: () => undoSort(sorter) },
    {
      id: 'sort.redo',
      writes: 'projects',
      label: t('Redo'),
      chord: ['Mod+Shift+Z', 'Mod+Y'],
      run: () => redoSort(sorter),
    },
    { id: 'sort.annotate', label: t('View this image alone'), chord: 'Enter', run: annotate },
    {
      id: 'sort.alone',
      label: t('Mark one image alone'),
      chord: 'Escape',
      run: () => sorting.setState(({ block: { focus } }) => ({ block: { focus, anchor: focus } })),
    },
  ]
}

/** The keys that the grid hears itself, for the list of keys. */
export const SORT_KEYS = [
  { label: t('Move between images'), chords: ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'] },
  { label: t('Mark a block'), chords: ['Shift+ArrowRight', 'Shift+ArrowDown'] },
  { label: t('First and last image'), chords: ['Home', 'End'] },
] as const
