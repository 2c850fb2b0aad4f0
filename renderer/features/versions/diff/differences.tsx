import { useCallback, useState } from 'react'
import type { VersionDiff } from '#common/contract/version-diff'
import type { ProjectSlug } from '#common/ids'
import { useLabelling } from '#renderer/data/use-labelling'
import { setParams } from '#renderer/ui/app/router'
import { Button } from '#renderer/ui/controls/button'
import { EmptyState, ErrorLine } from '#renderer/ui/display/message'
import { t } from '#renderer/words/words'
import type { RecipeRow } from '../recipe-rows.ts'
import type { Choice } from './choice.ts'
import { DiffDialog } from './diff-dialog.tsx'
import styles from './diff-page.module.css'
import { Figures } from './figures.tsx'
import { Grid } from './grid.tsx'
import { SidePanel } from './side-panel.tsx'
import { useDiffRows } from './use-diff.ts'
import { legendOf } from './words.ts'

interface DifferencesProps {
  readonly project: ProjectSlug
  readonly diff: VersionDiff
  readonly recipe: readonly RecipeRow[]
  readonly choice: Choice
}

/** The numbers, the images behind the one that is chosen, and what changed in recipe and classes. */
export function Differences({ project, diff, recipe, choice }: DifferencesProps) {
  const labelling = useLabelling(project)
  return (
    <>
      <Figures
        diff={diff}
        filter={choice.filter}
        labelling={labelling}
        onFilter={(filter) => setParams({ show: filter === 'all' ? undefined : filter })}
      />
      <div className={styles.columns}>
        <div className={styles.main}>
          <Images key={choice.filter} project={project} diff={diff} choice={choice} />
          {diff.images.different > 0 && <p className={styles.legend}>{legendOf(labelling, choice)}</p>}
        </div>
        <SidePanel recipe={recipe} classes={diff.classes} choice={choice} hasClasses={labelling !== 'texts'} />
      </div>
    </>
  )
}

function Images({ project, diff, choice }: Omit<DifferencesProps, 'recipe'>) {
  const [range, setRange] = useState({ first: 0, last: 0 })
  const [focus, setFocus] = useState(0)
  const [isOpen, setOpen] = useState(false)
  const legend = legendOf(useLabelling(project), choice)
  const onRange = useCallback((first: number, last: number) => setRange({ first, last }), [])
  const rows = useDiffRows(project, choice, [...between(range), focus])
  const opened = isOpen ? rows.rowAt(focus) : undefined
  const open = (index: number) => {
    setFocus(index)
    setOpen(true)
  }
  if (rows.total === 0) return <NoImages choice={choice} isSame={diff.images.different === 0} />
  if (rows.total === undefined)
    return rows.error === null ? null : <ErrorLine error={rows.error} className={styles.error} />
  return (
    <>
      <Grid
        rows={rows}
        total={rows.total}
        faces={diff.faces}
        {...{ focus, onRange }}
        onFocus={setFocus}
        onOpen={open}
      />
      {opened !== undefined && (
        <DiffDialog
          row={opened}
          faces={diff.faces}
          choice={choice}
          legend={legend}
          place={{ index: focus, total: rows.total }}
          onGo={setFocus}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}

function between({ first, last }: { readonly first: number; readonly last: number }): readonly number[] {
  return Array.from({ length: last - first + 1 }, (_, step) => first + step)
}

function NoImages({ choice: { from, to }, isSame }: { readonly choice: Choice; readonly isSame: boolean }) {
  if (!isSame) {
    return (
      <EmptyState
        title={t('No image differs in this way')}
        action={<Button onPress={() => setParams({ show: undefined })}>{t('Show all that differ')}</Button>}
      />
    )
  }
  return (
    <EmptyState
      title={t('The same images with the same annotations')}
      text={t(
        'Versions {{from}} and {{to}} were generated from the same images, splits and annotations. Their differences are listed alongside.',
        { from, to },
      )}
    />
  )
}
