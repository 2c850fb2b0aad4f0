import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { HeldImage, type TrialImage } from '#common/contract/models/playground'
import { HELD_IMAGES_URL, heldImageUrl, imageUrl } from '#common/contract/urls'
import type { ImageId, ProjectSlug } from '#common/ids'
import { refusalIn } from '#renderer/data/error-body'
import { studio } from '#renderer/data/studio'
import { t } from '#renderer/words/words'

/** The image that models are tried on. */
export interface Trial {
  readonly image: TrialImage
  readonly name: string
  /** Where its pixels come from. */
  readonly url: string
  /** Of the displayed image. */
  readonly width: number
  readonly height: number
}

/** It stays while a person looks at other pages, until the window is closed. */
const store = createStore<{ readonly trial: Trial | undefined }>(() => ({ trial: undefined }))

export function useTrial(): Trial | undefined {
  return useStore(store, ({ trial }) => trial)
}

export function setTrial(trial: Trial): void {
  store.setState({ trial })
}

/** Sends an image file to the core, which keeps it in memory. Throws a sentence that names the file. */
export async function sendImage(file: File): Promise<Trial> {
  const response = await fetch(HELD_IMAGES_URL, {
    method: 'PUT',
    body: file,
    headers: { 'content-type': 'application/octet-stream' },
  })
  const body: unknown = await response.json().catch(() => undefined)
  const held = HeldImage.safeParse(body)
  if (!held.success) throw new Error(`${file.name}: ${refusalIn(body) ?? t('the image could not be sent')}`)
  const { key, width, height } = held.data
  return { image: { kind: 'held', key }, name: file.name, url: heldImageUrl(key), width, height }
}

export async function projectTrial(project: ProjectSlug, image: ImageId): Promise<Trial> {
  const { name, width, height } = await studio.images.read({ project, image })
  return { image: { kind: 'project', project, image }, name, url: imageUrl(image, 'screen'), width, height }
}
