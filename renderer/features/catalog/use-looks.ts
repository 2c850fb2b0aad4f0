import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { LOOKS_URL } from '#common/contract/urls'
import { Looks } from '#common/contract/workspace/catalog'
import { refusalIn } from '#renderer/data/error-body'
import { queries } from '#renderer/data/queries'
import { pickFiles } from '#renderer/ui/files/pick'
import { notifyError } from '#renderer/ui/overlay/toast'
import { t } from '#renderer/words/words'

/** An image that is searched by. */
export interface LookedFor {
  readonly name: string
  readonly looks: string
  /** The connection in use when it was looked at: only that machine can search by it. */
  readonly place: string | undefined
}

export interface LooksSearch {
  readonly image: LookedFor | undefined
  readonly isBusy: boolean
  /** Asks for an image file. Call it from a press. */
  readonly choose: () => Promise<void>
  readonly clear: () => void
}

/** The image that a person searches by: the core looks at it once, and tells what it looks like. */
export function useLooks(): LooksSearch {
  const [image, setImage] = useState<LookedFor>()
  const place = useQuery(queries.session()).data?.place.connection
  const [isBusy, setBusy] = useState(false)
  const look = async (file: File) => {
    setBusy(true)
    try {
      setImage({ name: file.name, looks: await looksOf(file), place })
    } catch (error) {
      notifyError(error)
    } finally {
      setBusy(false)
    }
  }
  return {
    image: image?.place === place ? image : undefined,
    isBusy,
    async choose() {
      const picked = await pickFiles('files')
      for await (const [first] of picked?.chunks ?? []) if (first) return look(first.file)
    },
    clear: () => setImage(undefined),
  }
}

async function looksOf(file: File): Promise<string> {
  const response = await fetch(LOOKS_URL, {
    method: 'PUT',
    body: file,
    headers: { 'content-type': 'application/octet-stream' },
  })
  const body: unknown = await response.json()
  const parsed = Looks.safeParse(body)
  if (parsed.success) return parsed.data.looks
  const refusal = refusalIn(body)
  throw new Error(refusal ? `${file.name}: ${refusal}` : t('Could not search by {{name}}', { name: file.name }))
}
