import { useState } from 'react'
import type { DamagedProject, ProjectSummary } from '#common/contract/projects'
import type { FolderView } from '#common/contract/workspace/folders'
import type { FolderId } from '#common/ids'
import { VirtualList } from '#renderer/ui/display/virtual-list'
import { t } from '#renderer/words/words'
import { DamagedRow } from './damaged-row.tsx'
import type { Dragged } from './drag.ts'
import type { FolderDialog } from './folder-dialogs.tsx'
import { FolderRow, RestRow } from './folder-row.tsx'
import { ProjectRow } from './project-row.tsx'
import styles from './projects.module.css'
import { placesFor, type Row, rowsOf } from './rows.ts'
import type { FolderActs } from './use-folder-acts.ts'

interface ProjectListProps {
  readonly folders: readonly FolderView[]
  readonly projects: readonly ProjectSummary[]
  readonly damaged: readonly DamagedProject[]
  readonly acts: FolderActs
  readonly onOpen: (dialog: FolderDialog) => void
}

const MOST_PLAIN_ROWS = 200
const PROJECT_PX = 104
const HEAD_PX = 40

/** Folders with their projects, then the projects in none. What is dragged onto a row goes where the row lies. */
export function ProjectList({ folders, projects, damaged, acts, onOpen }: ProjectListProps) {
  const [closed, setClosed] = useState<ReadonlySet<FolderId>>(new Set())
  const rows = rowsOf({ folders, projects, damaged }, closed)
  const drop = (into: FolderId | null) => (dragged: Dragged) => {
    const project = dragged.kind === 'project' && projects.find(({ slug }) => slug === dragged.slug)
    if (project) return acts.placeProject(project, into)
    const folder = dragged.kind === 'folder' && folders.find(({ id }) => id === dragged.id)
    if (folder && (into === null || placesFor(folder.id, folders).some(({ id }) => id === into)))
      acts.moveFolder(folder, into)
  }
  const flip = (id: FolderId) =>
    setClosed((now) => (now.has(id) ? now.difference(new Set([id])) : new Set([...now, id])))
  const show = (row: Row) => {
    switch (row.kind) {
      case 'folder': {
        const { folder } = row
        return (
          <FolderRow
            key={folder.id}
            {...row}
            isClosed={closed.has(folder.id)}
            onFlip={() => flip(folder.id)}
            onDrop={drop(folder.id)}
            onOpen={onOpen}
            onRemove={() => acts.removeFolder(folder)}
          />
        )
      }
      case 'project':
        return (
          <ProjectRow
            key={row.project.slug}
            project={row.project}
            depth={row.depth}
            onDrop={drop(row.in)}
            onMove={folders.length === 0 ? undefined : () => onOpen({ kind: 'move-project', project: row.project })}
          />
        )
      case 'damaged':
        return <DamagedRow key={row.project.slug} project={row.project} depth={row.depth} />
      case 'rest':
        return <RestRow key="rest" projects={row.projects} onDrop={drop(null)} />
    }
  }
  if (rows.length <= MOST_PLAIN_ROWS) return <div className={styles.list}>{rows.map(show)}</div>
  return (
    <VirtualList
      className={styles.list}
      count={rows.length}
      rowHeight={(index) => (isProject(rows[index]) ? PROJECT_PX : HEAD_PX)}
      label={t('Projects')}
    >
      {(index) => {
        const row = rows[index]
        return row === undefined ? null : show(row)
      }}
    </VirtualList>
  )
}

function isProject(row: Row | undefined): boolean {
  return row?.kind === 'project' || row?.kind === 'damaged'
}
