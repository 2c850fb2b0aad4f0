import { useState } from 'react'
import { ListBox, ListBoxItem } from 'react-aria-components'
import type { ProjectSummary } from '#common/contract/projects'
import type { ProjectSlug } from '#common/ids'
import { PROJECT_TYPE_SHORT } from '#renderer/data/project-type'
import { rem } from '#renderer/ui/app/ui-scale'
import { SearchField } from '#renderer/ui/controls/text-field'
import { useRowHeight } from '#renderer/ui/display/row-height'
import list from '#renderer/ui/overlay/pick-list.module.css'
import { matching } from '#renderer/words/match'
import { t } from '#renderer/words/words'
import styles from './transfer-dialog.module.css'

export interface TargetListProps {
  readonly projects: readonly ProjectSummary[]
  readonly picked: ProjectSlug | undefined
  readonly onPick: (project: ProjectSlug) => void
}

/** With more projects than this, the user finds one by typing. */
const MOST = 50
/** Rows of the list at once: it keeps its height while one types. */
const SHOWN = 8
const FRAME = 6

/** The projects that images can go to. Enter in the field takes the one that answers best. */
export function TargetList({ projects, picked, onPick }: TargetListProps) {
  const [typed, setTyped] = useState('')
  const rowHeight = useRowHeight('item')
  const found = matching(projects, typed, ({ name }) => name).slice(0, MOST)
  const takeFirst = () => {
    const [first] = found
    if (first) onPick(first.slug)
  }
  return (
    <>
      <SearchField label={t('Find a project')} value={typed} onChange={setTyped} onSubmit={takeFirst} autoFocus />
      <ListBox
        className={list.list ?? ''}
        style={{ height: rem(Math.min(projects.length, SHOWN) * rowHeight + FRAME) }}
        aria-label={t('Project that the images go to')}
        selectionMode="single"
        selectedKeys={picked === undefined ? [] : [picked]}
        onSelectionChange={(chosen) => {
          const project = found.find(({ slug }) => chosen === 'all' || chosen.has(slug))
          if (project) onPick(project.slug)
        }}
        renderEmptyState={() => <p className={styles.none}>{t('No matches')}</p>}
      >
        {found.map(({ slug, name, type }) => (
          <ListBoxItem key={slug} id={slug} textValue={name} className={list.row ?? ''}>
            <span className="truncate">{name}</span>
            <span className={`${list.aside} caption`}>{PROJECT_TYPE_SHORT[type]}</span>
          </ListBoxItem>
        ))}
      </ListBox>
    </>
  )
}
