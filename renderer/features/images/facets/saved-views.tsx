import { useQuery } from '@tanstack/react-query'
import { Bookmark, Ellipsis, Plus } from 'lucide-react'
import { useState } from 'react'
import { MAX_VIEW_NAME, type SavedView, type ViewedImages } from '#common/contract/browse/saved-views'
import type { ProjectSlug } from '#common/ids'
import { queries } from '#renderer/data/queries'
import { studio } from '#renderer/data/studio'
import { imageQueryParams } from '#renderer/ui/app/image-query'
import { useAct } from '#renderer/ui/app/use-act'
import { IconButton } from '#renderer/ui/controls/icon-button'
import { cx } from '#renderer/ui/cx'
import { Menu } from '#renderer/ui/overlay/menu'
import { NameDialog } from '#renderer/ui/overlay/name-dialog'
import { notify } from '#renderer/ui/overlay/toast'
import { t } from '#renderer/words/words'
import styles from './saved-views.module.css'

export interface SavedViewsProps {
  readonly project: ProjectSlug
  /** The images shown. */
  readonly shown: ViewedImages
  readonly onOpen: (shows: ViewedImages) => void
}

/** Saved queries with names; a click applies one. */
export function SavedViews({ project, shown, onOpen }: SavedViewsProps) {
  const views = useQuery(queries.savedViews(project)).data ?? []
  const [naming, setNaming] = useState<SavedView | 'new'>()
  const now = addressOf(shown)
  return (
    <section aria-label={t('Saved views')}>
      <h2 className={styles.head}>
        <span>{t('Views')}</span>
        <IconButton
          writes="projects"
          size="small"
          icon={Plus}
          label={t('Save this view')}
          onPress={() => setNaming('new')}
        />
      </h2>
      {views.length === 0 && <p className={styles.none}>{t('No saved views yet')}</p>}
      {views.map((view) => (
        <ViewLine
          key={view.id}
          {...{ project, view }}
          isShown={addressOf(view.shows) === now}
          onOpen={() => onOpen(view.shows)}
          onRename={() => setNaming(view)}
        />
      ))}
      {naming !== undefined && <ViewName {...{ project, shown }} view={naming} onClose={() => setNaming(undefined)} />}
    </section>
  )
}

/** The same for the same view, in whichever order its filter was put together. */
function addressOf({ layout, ...query }: ViewedImages): string {
  return JSON.stringify([layout, Object.values(imageQueryParams(query))])
}

interface ViewLineProps {
  readonly project: ProjectSlug
  readonly view: SavedView
  readonly isShown: boolean
  readonly onOpen: () => void
  readonly onRename: () => void
}

function ViewLine({ project, view, isShown, onOpen, onRename }: ViewLineProps) {
  const save = useAct(studio.savedViews.save)
  const remove = useAct(studio.savedViews.remove, {
    onDone: ({ name, shows }) => {
      const undo = { label: t('Undo'), onPress: () => save.mutate({ project, name, shows }) }
      notify({ text: t('The view {{name}} is deleted', { name }), action: undo })
    },
  })
  return (
    <div className={cx(styles.line, isShown && styles.shown)}>
      <button type="button" className={styles.open} aria-current={isShown} onClick={onOpen}>
        <Bookmark aria-hidden />
        <span className="truncate">{view.name}</span>
      </button>
      <Menu
        label={t('View {{name}}', { name: view.name })}
        placement="bottom end"
        trigger={
          <IconButton
            size="small"
            icon={Ellipsis}
            label={t('Change {{name}}', { name: view.name })}
            className={styles.more}
          />
        }
        entries={[
          { id: 'rename', writes: 'projects', label: t('Rename…'), onAction: onRename },
          {
            id: 'delete',
            writes: 'projects',
            label: t('Delete'),
            onAction: () => remove.mutate({ project, view: view.id }),
          },
        ]}
      />
    </div>
  )
}

interface ViewNameProps extends Pick<SavedViewsProps, 'project' | 'shown'> {
  readonly view: SavedView | 'new'
  readonly onClose: () => void
}

function ViewName({ project, shown, view, onClose }: ViewNameProps) {
  const call = (name: string) =>
    view === 'new'
      ? studio.savedViews.save({ project, name, shows: shown })
      : studio.savedViews.rename({ project, view: view.id, name })
  const act = useAct(call, { errors: 'in-place', onDone: onClose })
  return (
    <NameDialog
      title={view === 'new' ? t('Save this view') : t('Rename view')}
      verb={view === 'new' ? t('Save') : t('Rename')}
      value={view === 'new' ? '' : view.name}
      maxLength={MAX_VIEW_NAME}
      error={act.error}
      isPending={act.isPending}
      onName={(name) => act.mutate(name)}
      onClose={onClose}
    />
  )
}
