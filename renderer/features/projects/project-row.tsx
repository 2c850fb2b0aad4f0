import { Ellipsis, FolderInput, FolderUp, Globe, GlobeLock, Trash2 } from 'lucide-react'
import type { ProjectSummary } from '#common/contract/projects'
import { imageUrl } from '#common/contract/urls'
import type { ImageId } from '#common/ids'
import { SPLITS, totalOf } from '#common/split'
import { PROJECT_TYPE_NAMES } from '#renderer/data/project-type'
import { useAbility } from '#renderer/data/use-ability'
import { useSetPublic } from '#renderer/features/catalog/entrance/use-public'
import { folderName, usePublish } from '#renderer/features/catalog/entrance/use-publish'
import { useTrashProject } from '#renderer/features/trash/entrance/use-move-to-trash'
import { Link, projectHref } from '#renderer/ui/app/router'
import { IconButton } from '#renderer/ui/controls/icon-button'
import { cx } from '#renderer/ui/cx'
import { Image } from '#renderer/ui/display/image'
import { SPLIT_NAMES, SplitBar } from '#renderer/ui/display/marks'
import { splitPercents } from '#renderer/ui/display/split-percents'
import { Menu, type MenuEntry } from '#renderer/ui/overlay/menu'
import { count, moment, percent } from '#renderer/words/format'
import { t } from '#renderer/words/words'
import { type Dragged, useDragSource, useDropPlace } from './drag.ts'
import { indented } from './indent.ts'
import styles from './projects.module.css'

interface ProjectRowProps {
  readonly project: ProjectSummary
  /** How deep in folders it lies. */
  readonly depth: number
  readonly onDrop: (dragged: Dragged) => void
  /** Moves the project to a folder; undefined where there are no folders. */
  readonly onMove: (() => void) | undefined
}

/** The row leads to the project; its menu lies over the row's end. */
export function ProjectRow({ project, depth, onDrop, onMove }: ProjectRowProps) {
  const { name, slug } = project
  const { isOver, place } = useDropPlace(onDrop)
  const source = useDragSource({ kind: 'project', slug })
  const entries = useEntries(project, onMove)
  const can = useAbility()
  return (
    <div className={cx(styles.item, isOver && styles.over)} style={indented(depth)} {...place} {...source}>
      <ProjectLink project={project} />
      {can('trash') && (
        <div className={styles.menu}>
          <Menu
            label={t('What to do with {{name}}', { name })}
            placement="bottom end"
            entries={entries}
            trigger={<IconButton icon={Ellipsis} label={t('More of {{name}}', { name })} />}
          />
        </div>
      )}
    </div>
  )
}

function useEntries(project: ProjectSummary, onMove: ProjectRowProps['onMove']): MenuEntry[] {
  const moveToTrash = useTrashProject()
  const setPublic = useSetPublic()
  const { folders, publish } = usePublish()
  const can = useAbility()
  const { slug, name, isPublic } = project
  const move = { id: 'move', writes: 'projects' as const, label: t('Move to folder…'), mark: <FolderInput /> }
  const sharing = [
    {
      id: 'public',
      writes: 'projects' as const,
      label: isPublic ? t('Make private: take it out of the catalog') : t('Make public: others can see and copy it'),
      mark: isPublic ? <GlobeLock /> : <Globe />,
      onAction: () => setPublic(project, !isPublic),
    },
    ...folders.map((folder) => ({
      id: folder,
      writes: 'projects' as const,
      label: t('Publish to the catalog folder {{folder}}', { folder: folderName(folder) }),
      mark: <FolderUp />,
      onAction: () => publish(project, folder),
    })),
  ]
  return [
    ...(onMove === undefined ? [] : [{ ...move, onAction: onMove }]),
    ...(can('catalog') ? sharing : []),
    {
      id: 'trash',
      writes: 'projects' as const,
      label: t('Move project to trash'),
      mark: <Trash2 />,
      onAction: () => moveToTrash(slug, name),
    },
  ]
}

function ProjectLink({ project }: Pick<ProjectRowProps, 'project'>) {
  const { slug, name, type, isPublic, updatedAt, images, done, versions, splits, covers } = project
  const total = totalOf(splits)
  const percents = splitPercents(splits)
  const can = useAbility()
  return (
    <Link href={projectHref(slug, 'images')} className={styles.row}>
      <Covers covers={covers} />
      <span className="truncate">
        <span className={cx(styles.name, 'truncate')}>{name}</span>
        <span className={cx(styles.facts, 'caption')}>
          {PROJECT_TYPE_NAMES[type]}
          {isPublic && ` · ${t('Public')}`}
          <br />
          {t('Changed {{when}}', { when: moment(updatedAt) })}
        </span>
      </span>
      <Figure value={count(images)} unit={images === 1 ? t('image') : t('images')} />
      <Figure
        value={images === 0 ? '–' : percent(done / images)}
        unit={can('image-states') ? t('done') : t('labeled')}
      />
      <Figure value={count(versions)} unit={versions === 1 ? t('version') : t('versions')} />
      <span className={cx(styles.splits, 'caption', 'num')}>
        <SplitBar counts={splits} />
        <span className={styles.shares}>
          {SPLITS.map((split) => (
            <span key={split}>
              {SPLIT_NAMES[split]} {total === 0 ? '–' : percents[split]}
            </span>
          ))}
        </span>
      </span>
    </Link>
  )
}

function Figure({ value, unit }: { readonly value: string; readonly unit: string }) {
  return (
    <span className={styles.figure}>
      {value}
      <span className="caption">{unit}</span>
    </span>
  )
}

/** One large image and two small ones. */
function Covers({ covers }: { readonly covers: readonly ImageId[] }) {
  return (
    <span className={styles.covers}>
      {[0, 1, 2].map((place) => {
        const image = covers[place]
        return image === undefined ? (
          <span key={place} className={cx(styles.cell, styles.blank)} />
        ) : (
          <Image key={place} className={styles.cell} url={imageUrl(image, 'thumb')} />
        )
      })}
    </span>
  )
}
