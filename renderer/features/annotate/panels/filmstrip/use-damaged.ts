import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import type { ImageId } from '#common/ids'
import { queries } from '#renderer/data/queries'
import { useEditor } from '../../editor/hooks/session.tsx'

/** The strip rests this long before it is asked for: flipping fast asks for nothing in vain. */
const REST_MS = 200

/** The images from the first to the last place in sight whose stored file is damaged or missing. */
export function useDamaged(ids: readonly ImageId[], first: number, last: number): ReadonlySet<ImageId> {
  const { project } = useEditor()
  const [asked, setAsked] = useState<readonly ImageId[]>(NONE)
  useEffect(() => {
    const timer = setTimeout(() => setAsked(ids.slice(first, last + 1)), REST_MS)
    return () => clearTimeout(timer)
  }, [ids, first, last])
  const { data } = useQuery({
    ...queries.faulty(project, asked),
    enabled: asked.length > 0,
    placeholderData: keepPreviousData,
  })
  return useMemo(() => new Set(data), [data])
}

const NONE: readonly ImageId[] = []
