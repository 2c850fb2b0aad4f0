import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import type { ImageId } from '#common/ids'
import { queries } from '#renderer/kit/studio/queries'
import { useWorkbench } from '../workbench/session.tsx'

/** The strip rests this long before it is asked for: flipping fast asks for nothing in vain. */
const REST_MS = 200

/** Images in sight whose stored file is damaged or missing. */
export function useDamaged(inSight: readonly ImageId[]): ReadonlySet<ImageId> {
  const { project } = useWorkbench()
  const [asked, setAsked] = useState<readonly ImageId[]>(NONE)
  const [first, last] = [inSight[0], inSight.at(-1)]
  useEffect(() => {
    const timer = setTimeout(() => setAsked(inSight), REST_MS)
    return () => clearTimeout(timer)
    // A range of the strip is told by its ends.
  }, [first, last])
  const { data } = useQuery({
    ...queries.faulty(project, asked),
    enabled: asked.length > 0,
    placeholderData: keepPreviousData,
  })
  return useMemo(() => new Set(data), [data])
}

const NONE: readonly ImageId[] = []
