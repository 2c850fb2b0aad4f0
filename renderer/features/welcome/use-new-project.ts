import { useState } from 'react'
import { ProjectType } from '#common/contract/projects'
import type { ProjectSlug } from '#common/ids'
import { refusalReason } from '#renderer/data/sentence'
import { studio } from '#renderer/data/studio'
import { useAct } from '#renderer/ui/app/use-act'
import type { Picked } from '#renderer/ui/files/picked'
import { t } from '#renderer/words/words'

/** Storage key of the last chosen type, which is most likely the next one. */
const KEY = 'tessera.new-project.type'

export interface NewProject {
  readonly name: string
  readonly setName: (name: string) => void
  readonly type: ProjectType
  readonly setType: (type: ProjectType) => void
  readonly isBusy: boolean
  readonly error: Error | null
  /** The name is at fault: said below its field. */
  readonly isNameWrong: boolean
  /** Files that wait for a name that can be taken, or for a person who chooses the type. */
  readonly waiting: Picked | undefined
  /** Makes the project; without a typed name it is called after the folder. */
  readonly begin: (picked: Picked | undefined) => void
  /** Lets files wait for the person to go on, under a name to begin with. */
  readonly give: (picked: Picked, name: string) => void
}

export function useNewProject(onReady: (project: ProjectSlug, picked: Picked | undefined) => void): NewProject {
  const [name, setName] = useState('')
  const [type, setType] = useState(readType)
  const [waiting, setWaiting] = useState<Picked>()
  const create = useAct(studio.projects.create, { errors: 'in-place' })
  const ready = (slug: ProjectSlug, files: Picked | undefined) => {
    localStorage.setItem(KEY, type)
    onReady(slug, files)
  }
  const begin = (picked: Picked | undefined) => {
    if (create.isPending) return
    setWaiting(picked)
    const title = name.trim() || picked?.folder || t('My images')
    create.mutate({ name: title.slice(0, 100), type }, { onSuccess: ({ slug }) => ready(slug, picked) })
    if (name.trim() === '') setName(title.slice(0, 100))
  }
  const code = refusalReason(create.error)
  return {
    name,
    setName: (next) => {
      setName(next)
      create.reset()
    },
    type,
    setType,
    isBusy: create.isPending,
    error: create.error,
    isNameWrong: code === 'project-name-taken' || code === 'project-name-invalid',
    waiting: create.isPending ? undefined : waiting,
    begin,
    give(picked, given) {
      setWaiting(picked)
      if (name.trim() === '') setName(given.slice(0, 100))
    },
  }
}

function readType(): ProjectType {
  return ProjectType.safeParse(localStorage.getItem(KEY)).data ?? 'instance-segmentation'
}
