import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { ProjectSlug } from '#common/ids'
import { keys } from '#renderer/data/queries'
import { type Studio, studio } from '#renderer/data/studio'
import { settingsOf } from './draft/settings.ts'
import type { Wizard } from './use-wizard.ts'

export type PreviewAnswer = Awaited<ReturnType<Studio['versions']['preview']>>

export const PREVIEW_ROWS = 3

/** The resulting images of the last request: they change together once all of them are decoded, so nothing flashes. */
export function usePreview(project: ProjectSlug, { draft, seed, order }: Wizard) {
  const [asked, setAsked] = useState(() => ({ settings: settingsOf(draft), seed, order }))
  const { data, error, isFetching } = useQuery({
    queryKey: [...keys.images(project), 'preview', asked],
    queryFn: ({ signal }) => studio.versions.preview({ project, ...asked, rows: PREVIEW_ROWS }, { signal }),
    placeholderData: keepPreviousData,
    gcTime: 20_000,
  })
  // A slider sends many values a second. One is asked for at once; of those that come meanwhile only the newest follows.
  const wanted = { settings: settingsOf(draft), seed, order }
  if (!isFetching && JSON.stringify(wanted) !== JSON.stringify(asked)) setAsked(wanted)
  const shown = useDecoded(data)
  return { shown, error }
}

/** The newest answer whose images can all be painted at once; older ones that come late are left out. */
function useDecoded(answer: PreviewAnswer | undefined): PreviewAnswer | undefined {
  const [shown, setShown] = useState<PreviewAnswer>()
  useEffect(() => {
    if (answer === undefined) return
    let isNewest = true
    const urls = answer.rows.flatMap(({ source, results }) => [source.url, ...results.map(({ url }) => url)])
    void Promise.allSettled(urls.map(decode)).then(() => isNewest && setShown(answer))
    return () => {
      isNewest = false
    }
  }, [answer])
  return shown
}

async function decode(url: string): Promise<void> {
  const image = new Image()
  image.src = url
  await image.decode()
}
