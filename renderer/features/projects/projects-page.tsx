import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import type { ProjectSummary } from '#common/contract/projects'
import { HOME_HREF, navigate } from '#renderer/kit/app/router'
import { Button } from '#renderer/kit/controls/button'
import { PageHead } from '#renderer/kit/display/panel'
import { VirtualList } from '#renderer/kit/display/virtual-list'
import { bytes, plural } from '#renderer/kit/format'
import { queries } from '#renderer/kit/studio/queries'
import { useOtherMachine } from '#renderer/kit/studio/use-ability'
import { ProjectRow } from './project-row.tsx'
import styles from './projects.module.css'

export function ProjectsPage({ projects }: { readonly projects: readonly ProjectSummary[] }) {
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
          <Button variant="primary" onPress={() => navigate(`${HOME_HREF}?new`)}>
            <Plus />
            New project
          </Button>
        }
      />
      <ProjectList projects={projects} />
    </div>
  )
}

function ProjectList({ projects }: { readonly projects: readonly ProjectSummary[] }) {
  if (projects.length <= 200) {
    return (
      <div className={styles.list}>
        {projects.map((project) => (
          <ProjectRow key={project.slug} project={project} />
        ))}
      </div>
    )
  }
  return (
    <VirtualList className={styles.list} count={projects.length} rowHeight={104} label="Projects">
      {(index) => {
        const project = projects[index]
        return project === undefined ? null : <ProjectRow project={project} />
      }}
    </VirtualList>
  )
}
