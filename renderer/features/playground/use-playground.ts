import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import { ImageId, ProjectSlug } from '#common/ids'
import { queries } from '#renderer/data/queries'
import { setParams } from '#renderer/ui/app/router'
import type { Picked } from '#renderer/ui/files/picked'
import { notifyError } from '#renderer/ui/overlay/toast'
import { projectTrial, sendImage, setTrial, useTrial } from './image/trial.ts'
import { type Settings, USUAL_SETTINGS } from './settings.ts'

/** The model and the image of the page: the address names the model, and an image of a project until another one is chosen. */
export function usePlayground(params: URLSearchParams) {
  const models = useQuery(queries.models())
  const trial = useTrial()
  const [settings, setSettings] = useState<Settings>(USUAL_SETTINGS)
  const [isSending, setSending] = useState(false)
  useLinkedImage(params)
  const named = params.get('model')
  const model = models.data?.find(({ manifest }) => manifest.id === named) ?? models.data?.[0]
  const forget = () => setSettings((now) => ({ ...now, points: [], box: undefined }))

  async function take(picked: Picked | undefined) {
    for await (const [first] of picked?.chunks ?? []) {
      if (first === undefined) continue
      setSending(true)
      try {
        setTrial(await sendImage(first.file))
        forget()
      } catch (error) {
        notifyError(error)
      } finally {
        setSending(false)
      }
      return
    }
  }

  async function pick(project: ProjectSlug, image: ImageId) {
    try {
      setTrial(await projectTrial(project, image))
      forget()
    } catch (error) {
      notifyError(error)
    }
  }

  return {
    models,
    model,
    trial,
    settings,
    isSending,
    take,
    pick,
    isMissing: named !== null && models.data !== undefined && model?.manifest.id !== named,
    change: useCallback((next: Partial<Settings>) => setSettings((now) => ({ ...now, ...next })), []),
    choose: (id: string) => {
      setParams({ model: id })
      forget()
    },
  }
}

/** Takes the image that a link to this page names, and drops it from the address: the next choice is the person's. */
function useLinkedImage(params: URLSearchParams): void {
  const project = ProjectSlug.safeParse(params.get('project')).data
  const image = ImageId.safeParse(params.get('image')).data
  useEffect(() => {
    if (project === undefined || image === undefined) return
    setParams({ project: undefined, image: undefined })
    void projectTrial(project, image).then(setTrial, notifyError)
  }, [project, image])
}
