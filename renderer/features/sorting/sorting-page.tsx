import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Redo2, Undo2 } from 'lucide-react'
import { Fragment, useMemo, useState } from 'react'
import { useStore } from 'zustand'
import type { LabelClass } from '#common/contract/projects'
import type { ProjectSlug } from '#common/ids'
import { labellingOf } from '#renderer/data/project-type'
import { queries } from '#renderer/data/queries'
import { setTileWidth, TILE, useView } from '#renderer/features/images/entrance/view'
import { imageQueryParams, readImageQuery } from '#renderer/ui/app/image-query'
import { Link, navigate, projectHref } from '#renderer/ui/app/router'
import { Button } from '#renderer/ui/controls/button'
import { IconButton } from '#renderer/ui/controls/icon-button'
import { Slider } from '#renderer/ui/controls/slider'
import { Keycap } from '#renderer/ui/display/keycap'
import { EmptyState, ErrorLine } from '#renderer/ui/display/message'
import { ProgressBar } from '#renderer/ui/display/progress'
import { t } from '#renderer/words/words'
import { ClassBox } from './class-box.tsx'
import { ClassColumn } from './class-column.tsx'
import { progressWords, redoSort, type Sorter, undoSort } from './sort-acts.ts'
import styles from './sorting.module.css'
import { SortingGrid } from './sorting-grid.tsx'
import { createSortingStore } from './sorting-store.ts'
import { type SortingQuery, useSortingQueue } from './use-queue.ts'
import { useSortKeys } from './use-sort-keys.ts'

export interface SortingPageProps {
  readonly project: ProjectSlug
  readonly params: URLSearchParams
}

const NO_CLASSES: readonly LabelClass[] = []

/** Many images at once, each to be given a class by key. */
export function SortingPage({ project, params }: SortingPageProps) {
  const type = useQuery(queries.project(project)).data?.type
  const text = params.toString()
  const query = useMemo(() => {
    const named = new URLSearchParams(text)
    return { ...readImageQuery(project, named), isPicked: named.get('queue') === 'selection' }
  }, [project, text])
  if (type === undefined) return null
  if (labellingOf(type) === 'classes')
    return <Sorting key={text} query={query} isOnly={type === 'single-label-classification'} />
  return (
    <EmptyState
      title={t('This project has no classes for whole images')}
      text={t('Sorting is for projects that assign classes to whole images.')}
      action={<Link href={projectHref(project, 'annotate')}>{t('Annotate instead')}</Link>}
    />
  )
}

function Sorting({ query, isOnly }: { readonly query: SortingQuery; readonly isOnly: boolean }) {
  const { project } = query
  const [sorting] = useState(createSortingStore)
  const client = useQueryClient()
  const { data, error } = useSortingQueue(sorting, query)
  const classes = useQuery(queries.classes(project)).data ?? NO_CLASSES
  const faces = useMemo(() => new Map(classes.map((label) => [label.id, label])), [classes])
  const isPicking = useStore(sorting, (state) => state.isPicking)
  const sorter = { project, sorting, client, isOnly }
  useSortKeys(sorter, classes)
  if (error && !data) return <ErrorLine className={styles.none} word={t('No images')} error={error} />
  if (!data) return null
  if (data.ids.length === 0) return <EmptyState title={t('No images to sort')} />
  return (
    <div className={styles.page}>
      <Bar sorter={sorter} query={query} />
      <div className={styles.middle}>
        <SortingGrid {...{ project, sorting }} classOf={(id) => faces.get(id)} />
        <ClassColumn sorter={sorter} classes={classes} />
        {isPicking && <ClassBox sorter={sorter} classes={classes} />}
      </div>
      <Hints isOnly={isOnly} />
      <Announcer sorter={sorter} />
    </div>
  )
}

function Bar({ sorter, query }: { readonly sorter: Sorter; readonly query: SortingQuery }) {
  const { sorting, project } = sorter
  const { tile } = useView()
  const { labelled, ids, undo, redo } = useStore(sorting)
  const annotate = () => {
    const { block } = sorting.getState()
    const queue = query.isPicked ? 'selection' : undefined
    navigate(projectHref(project, 'annotate', { ...imageQueryParams(query), image: ids[block.focus], queue }))
  }
  return (
    <div className={styles.bar} role="toolbar" aria-label={t('Sorting')} data-panel="bar">
      <span className="num truncate">{progressWords(labelled, ids.length)}</span>
      <span className={styles.progress}>
        <ProgressBar value={ids.length === 0 ? 0 : labelled / ids.length} label={t('Images with a class')} />
      </span>
      <span className={styles.grow} />
      <IconButton
        writes="projects"
        icon={Undo2}
        label={t('Undo')}
        chord="Mod+Z"
        onPress={() => undoSort(sorter)}
        disabledReason={undo.length === 0 ? t('nothing to undo yet') : undefined}
      />
      <IconButton
        writes="projects"
        icon={Redo2}
        label={t('Redo')}
        chord="Mod+Shift+Z"
        onPress={() => redoSort(sorter)}
        disabledReason={redo.length === 0 ? t('nothing to redo') : undefined}
      />
      <Slider
        label={t('Image size')}
        hideLabel
        className={styles.size}
        min={TILE.least}
        max={TILE.most}
        step={8}
        value={tile}
        onChange={setTileWidth}
      />
      <Button size="small" onPress={annotate}>
        {t('One by one')}
      </Button>
    </div>
  )
}

interface SortHint {
  readonly caps: readonly string[]
  /** From the first to the last. */
  readonly isRun?: boolean
  readonly label: string
}

const HINTS: readonly SortHint[] = [
  { caps: [t('Arrows')], label: t('move|focus') },
  { caps: [`Shift+${t('Arrows')}`], label: t('mark a block') },
  { caps: ['C'], label: t('pick class') },
  { caps: ['Mod+Enter'], label: t('done') },
  { caps: ['Mod+Z'], label: t('undo') },
  { caps: ['Enter'], label: t('view it alone') },
]

function Hints({ isOnly }: { readonly isOnly: boolean }) {
  const digits: SortHint = {
    caps: ['1', '9'],
    isRun: true,
    label: isOnly ? t('class, then the next') : t('class on or off'),
  }
  return (
    <div className={styles.hints}>
      {[digits, ...HINTS].map(({ caps, isRun, label }) => (
        <span key={label} className={styles.hint}>
          {caps.map((cap, place) => (
            <Fragment key={cap}>
              {isRun === true && place > 0 && t('to|keys')}
              <Keycap chord={cap} />
            </Fragment>
          ))}
          {label}
        </span>
      ))}
    </div>
  )
}

function Announcer({ sorter }: { readonly sorter: Sorter }) {
  const text = useStore(sorter.sorting, ({ announcement }) => announcement)
  return (
    <div className="visually-hidden" aria-live="polite">
      {text}
    </div>
  )
}
