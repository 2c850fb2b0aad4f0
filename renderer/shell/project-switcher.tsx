import { useQuery } from '@tanstack/react-query'
import { ChevronsUpDown } from 'lucide-react'
import { Button as AriaButton } from 'react-aria-components'
import type { ProjectSummary } from '#common/contract/projects'
import { imageUrl } from '#common/contract/urls'
import { PROJECT_TYPE_SHORT } from '#renderer/data/project-type'
import { queries } from '#renderer/data/queries'
import { HOME_HREF, navigate, projectHref } from '#renderer/ui/app/router'
import { cx } from '#renderer/ui/cx'
import { Image } from '#renderer/ui/display/image'
import { Menu, type MenuEntry } from '#renderer/ui/overlay/menu'
import { count } from '#renderer/words/format'
import { t } from '#renderer/words/words'
import styles from './navigation.module.css'

/** The project of this window, and a menu of the others. */
export function ProjectSwitcher({ current }: { readonly current: ProjectSummary | undefined }) {
  const projects = useQuery(queries.projects()).data ?? []
  const [cover] = current?.covers ?? []
  const entries: MenuEntry[] = projects.slice(0, 12).map(({ slug, name, images }) => ({
    id: slug,
    label: name,
    note: count(images),
    onAction: () => navigate(projectHref(slug, 'images')),
  }))
  return (
    <Menu
      label={t('Projects')}
      entries={[
        ...entries,
        'separator',
        { id: 'all', label: t('All projects'), onAction: () => navigate(HOME_HREF) },
        { id: 'new', writes: 'projects', label: t('New project'), onAction: () => navigate(`${HOME_HREF}?new`) },
      ]}
      trigger={
        <AriaButton
          className={styles.project ?? ''}
          aria-label={t('Project {{project}}, switch', { project: current?.name ?? '' })}
        >
          {cover === undefined ? (
            <span className={styles.cover} />
          ) : (
            <Image url={imageUrl(cover, 'thumb')} className={styles.cover} />
          )}
          <span className={styles.names}>
            <span className="medium truncate">{current?.name}</span>
            <span className={cx('caption', 'text-3', 'truncate')}>{current && PROJECT_TYPE_SHORT[current.type]}</span>
          </span>
          <ChevronsUpDown />
        </AriaButton>
      }
    />
  )
}
