import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { ProjectSlug } from '#common/ids'
import { labellingOf } from '#renderer/data/project-type'
import { queries } from '#renderer/data/queries'
import { Button } from '#renderer/ui/controls/button'
import { Segmented } from '#renderer/ui/controls/segmented'
import { Select } from '#renderer/ui/controls/select'
import { Dialog } from '#renderer/ui/overlay/dialog'
import { t } from '#renderer/words/words'
import { ModelLabelsDialog } from './model-labels-dialog.tsx'

export interface LabelProjectDialogProps {
  readonly model: string
  readonly onClose: () => void
}

const IMAGES = [
  { value: 'todo', label: t('Not started') },
  { value: 'all', label: t('All images') },
] as const
type Images = (typeof IMAGES)[number]['value']

/** The same from a model: which project, and which of its images. */
export function LabelProjectDialog({ model, onClose }: LabelProjectDialogProps) {
  const projects = useQuery(queries.projects()).data
  const able = projects?.filter(({ type, images }) => labellingOf(type) === 'places' && images > 0) ?? []
  const [chosen, setChosen] = useState<ProjectSlug>()
  const project = able.find(({ slug }) => slug === chosen) ?? able[0]
  if (project === undefined) return projects === undefined ? null : <Nothing onClose={onClose} />
  const choice = (
    <Select
      label={t('Project')}
      labelPlace="left"
      value={project.slug}
      options={able.map(({ slug, name }) => ({ value: slug, label: name }))}
      onChange={setChosen}
    />
  )
  return <OfProject project={project.slug} choice={choice} model={model} onClose={onClose} />
}

interface OfProjectProps extends LabelProjectDialogProps {
  readonly project: ProjectSlug
  readonly choice: ReactNode
}

function OfProject({ project, choice, model, onClose }: OfProjectProps) {
  const [images, setImages] = useState<Images>('todo')
  const filter = images === 'todo' ? { states: ['todo' as const] } : {}
  const total = useQuery(queries.imageWindow({ project, filter, sort: 'added' }, 0)).data?.total ?? 0
  return (
    <ModelLabelsDialog
      project={project}
      picked={{ filter }}
      images={total}
      model={model}
      onClose={onClose}
      imageChoice={
        <>
          {choice}
          <Segmented label={t('Which images')} isWide value={images} options={IMAGES} onChange={setImages} />
        </>
      }
    />
  )
}

function Nothing({ onClose }: Pick<LabelProjectDialogProps, 'onClose'>) {
  return (
    <Dialog
      title={t('Label images with a model')}
      onClose={onClose}
      actions={
        <Button chord="Escape" onPress={onClose}>
          {t('Close')}
        </Button>
      }
    >
      <p>{t('No project with objects, outlines or keypoints has images yet.')}</p>
    </Dialog>
  )
}
