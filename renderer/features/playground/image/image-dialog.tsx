import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ImageCard } from '#common/contract/images'
import type { ProjectSummary } from '#common/contract/projects'
import { imageUrl } from '#common/contract/urls'
import type { ImageId, ProjectSlug } from '#common/ids'
import { IMAGE_WINDOW, queries } from '#renderer/data/queries'
import { Button } from '#renderer/ui/controls/button'
import { Select } from '#renderer/ui/controls/select'
import { SearchField } from '#renderer/ui/controls/text-field'
import { Image } from '#renderer/ui/display/image'
import { EmptyState, ErrorLine } from '#renderer/ui/display/message'
import { Dialog } from '#renderer/ui/overlay/dialog'
import { t } from '#renderer/words/words'
import styles from './image-dialog.module.css'

export interface ImageDialogProps {
  readonly onPick: (project: ProjectSlug, image: ImageId) => void
  readonly onClose: () => void
}

/** One image out of a project. */
export function ImageDialog({ onPick, onClose }: ImageDialogProps) {
  const projects = useQuery(queries.projects())
  const [chosen, setChosen] = useState<ProjectSlug>()
  const project = projects.data?.find(({ slug }) => slug === chosen) ?? projects.data?.find(({ images }) => images > 0)
  return (
    <Dialog title={t('Choose an image of a project')} size="large" height={616} isFlush onClose={onClose}>
      <div className={styles.inside}>
        {projects.error !== null && <ErrorLine error={projects.error} />}
        {project === undefined && projects.data !== undefined && (
          <EmptyState title={t('No project has images yet')} text={t('Drop an image file on the page instead.')} />
        )}
        {project !== undefined && (
          <ImagesOf
            key={project.slug}
            project={project}
            projects={projects.data ?? []}
            onProject={setChosen}
            onPick={onPick}
          />
        )}
      </div>
    </Dialog>
  )
}

interface ImagesOfProps extends Pick<ImageDialogProps, 'onPick'> {
  readonly project: ProjectSummary
  readonly projects: readonly ProjectSummary[]
  readonly onProject: (project: ProjectSlug) => void
}

function ImagesOf({ project, projects, onProject, onPick }: ImagesOfProps) {
  const [search, setSearch] = useState('')
  const [index, setIndex] = useState(0)
  const query = { project: project.slug, filter: search === '' ? {} : { search }, sort: 'added' as const }
  const page = useQuery(queries.imageWindow(query, index))
  const total = page.data?.total ?? 0
  const first = index * IMAGE_WINDOW
  return (
    <>
      <div className={styles.head}>
        <Select
          label={t('Project')}
          hideLabel
          value={project.slug}
          options={projects.map(({ slug, name }) => ({ value: slug, label: name }))}
          onChange={onProject}
          className={styles.project}
        />
        <SearchField
          label={t('Find an image by its name')}
          value={search}
          onChange={(text) => {
            setSearch(text)
            setIndex(0)
          }}
          className={styles.search}
        />
        {total > IMAGE_WINDOW && (
          <span className={styles.pages}>
            <span className="num text-2">
              {t('{{from}}–{{to}} of {{total}}', {
                from: first + 1,
                to: Math.min(total, first + IMAGE_WINDOW),
                total,
              })}
            </span>
            <Button size="small" isDisabled={index === 0} onPress={() => setIndex(index - 1)}>
              {t('Previous|page')}
            </Button>
            <Button size="small" isDisabled={first + IMAGE_WINDOW >= total} onPress={() => setIndex(index + 1)}>
              {t('Next|page')}
            </Button>
          </span>
        )}
      </div>
      {page.error !== null && <ErrorLine error={page.error} />}
      {page.data?.total === 0 && <p className={`${styles.none} text-3`}>{t('No image in this project matches.')}</p>}
      <div className={styles.grid}>
        {page.data?.rows.map((card) => (
          <Tile key={card.id} card={card} onPress={() => onPick(project.slug, card.id)} />
        ))}
      </div>
    </>
  )
}

function Tile({ card: { id, name, color }, onPress }: { readonly card: ImageCard; readonly onPress: () => void }) {
  return (
    <button type="button" className={styles.tile} onClick={onPress} aria-label={name} title={name}>
      <Image url={imageUrl(id, 'thumb')} color={color} className={styles.image} />
      <span className="truncate caption text-2">{name}</span>
    </button>
  )
}
