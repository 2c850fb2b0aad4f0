import { useQuery } from '@tanstack/react-query'
import { FolderPlus, Plus } from 'lucide-react'
import { useState } from 'react'
import type { ProjectSummary } from '#common/contract/projects'
import { HOME_HREF, navigate } from '#renderer/kit/app/router'
import { Button } from '#renderer/kit/controls/button'
import { PageHead } from '#renderer/kit/display/panel'
import { bytes, plural } from '#renderer/kit/format'
import { queries } from '#renderer/kit/studio/queries'
import { useAbility, useOtherMachine } from '#renderer/kit/studio/use-ability'
import { type FolderDialog, FolderDialogs } from './folder-dialogs.tsx'
import { ProjectList } from './project-list.tsx'
import styles from './projects.module.css'
import { useFolderActs } from './use-folder-acts.ts'

export function ProjectsPage({ projects }: { readonly projects: readonly ProjectSummary[] }) {
  const can = useAbility()
  const folders = useQuery({ ...queries.folders(), enabled: can('folders') }).data ?? []
  const acts = useFolderActs(folders)
  const [open, setOpen] = useState<FolderDialog>()
  const library = useQuery(queries.session()).data?.library
  const images = projects.reduce((sum, project) => sum + project.images, 0)
  const there = useOtherMachine()
  const space =
    library === undefined || there !== undefined
      ? ''
      : ` · ${bytes(library.usedBytes)} used, ${bytes(library.freeBytes)} free`
  return (
    <div className={styles.page}>
      <PageHead
        title="Projects"
        note={
          <span className="num">{`${plural(projects.length, 'project')} · ${plural(images, 'image')}${space}`}</span>
        }
        actions={
          <>
            {can('folders') && (
              <Button onPress={() => setOpen({ kind: 'new', parent: null })}>
                <FolderPlus />
                New folder
              </Button>
            )}
            <Button variant="primary" onPress={() => navigate(`${HOME_HREF}?new`)}>
              <Plus />
              New project
            </Button>
          </>
        }
      />
      <ProjectList folders={folders} projects={projects} acts={acts} onOpen={setOpen} />
      {open !== undefined && (
        <FolderDialogs open={open} folders={folders} acts={acts} onClose={() => setOpen(undefined)} />
      )}
    </div>
  )
}
