import { useQuery } from '@tanstack/react-query'
import { FolderPlus, Plus } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { DamagedProject, ProjectSummary } from '#common/contract/projects'
import type { Session } from '#common/contract/session'
import { queries } from '#renderer/data/queries'
import { useAbility, useOtherMachine } from '#renderer/data/use-ability'
import { HOME_HREF, navigate } from '#renderer/ui/app/router'
import { Button } from '#renderer/ui/controls/button'
import { PageHead } from '#renderer/ui/display/panel'
import { bytes } from '#renderer/words/format'
import { t } from '#renderer/words/words'
import { type FolderDialog, FolderDialogs } from './folder-dialogs.tsx'
import { ProjectList } from './project-list.tsx'
import styles from './projects.module.css'
import { useFolderActs } from './use-folder-acts.ts'

interface ProjectsPageProps {
  readonly projects: readonly ProjectSummary[]
  readonly damaged: readonly DamagedProject[]
}

export function ProjectsPage({ projects, damaged }: ProjectsPageProps) {
  const can = useAbility()
  const folders = useQuery({ ...queries.folders(), enabled: can('folders') }).data ?? []
  const acts = useFolderActs(folders)
  const [open, setOpen] = useState<FolderDialog>()
  const images = projects.reduce((sum, project) => sum + project.images, 0)
  const library = useLibrary(images)
  const there = useOtherMachine()
  const facts = [
    t('{{count}} projects', { count: projects.length + damaged.length }),
    t('{{count}} images', { count: images }),
    ...(library === undefined || there !== undefined ? [] : [spaceWords(library)]),
  ]
  return (
    <div className={styles.page}>
      <PageHead
        title={t('Projects')}
        note={<span className="num">{facts.join(' · ')}</span>}
        actions={
          <>
            {can('folders') && (
              <Button writes="projects" onPress={() => setOpen({ kind: 'new', parent: null })}>
                <FolderPlus />
                {t('New folder')}
              </Button>
            )}
            <Button writes="projects" variant="primary" onPress={() => navigate(`${HOME_HREF}?new`)}>
              <Plus />
              {t('New project')}
            </Button>
          </>
        }
      />
      <ProjectList folders={folders} projects={projects} damaged={damaged} acts={acts} onOpen={setOpen} />
      {open !== undefined && (
        <FolderDialogs open={open} folders={folders} acts={acts} onClose={() => setOpen(undefined)} />
      )}
    </div>
  )
}

/** The library, asked for again when the number of its images changes: no note says how much space they take. */
function useLibrary(images: number): Session['library'] | undefined {
  const { data, refetch } = useQuery(queries.session())
  useEffect(() => {
    if (images > 0) void refetch({ cancelRefetch: false })
  }, [images, refetch])
  return data?.library
}

function spaceWords({ usedBytes, freeBytes }: Session['library']): string {
  return t('{{used}} used, {{free}} free', { used: bytes(usedBytes), free: bytes(freeBytes) })
}
