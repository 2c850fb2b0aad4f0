import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { ImageId, ProjectSlug } from '#common/ids'
import { queries } from '#renderer/kit/studio/queries'
import { studio } from '#renderer/kit/studio/studio'
import type { Queue } from '../workbench/bench.ts'
import { without } from './queue.ts'

/**
 * The queue without images that have left the project since it was read. All images of the project are listed only when fewer are left than
 * before, or when one that is missing may have come back.
 */
export function usePresent(project: ProjectSlug, read: Queue | undefined): Queue | undefined {
  const gone = useGone(project, read)
  return useMemo(() => read && without(read, gone), [read, gone])
}

function useGone(project: ProjectSlug, read: Queue | undefined): ReadonlySet<ImageId> {
  const total = useQuery(queries.project(project)).data?.images
  const before = useRef<number>(undefined)
  const [gone, setGone] = useState(NONE)
  const hasGone = gone.size > 0
  useEffect(() => {
    const last = before.current
    before.current = total
    if (!read || total === undefined || last === undefined || total === last || (total > last && !hasGone)) return
    const stop = new AbortController()
    void readGone(project, read, stop.signal).then(setGone, () => undefined)
    return () => stop.abort()
  }, [project, read, total, hasGone])
  return gone
}

async function readGone(project: ProjectSlug, { ids }: Queue, signal: AbortSignal) {
  const there = new Set(await studio.images.ids({ project, filter: {}, sort: 'added' }, { signal }))
  return new Set(ids.filter((id) => !there.has(id)))
}

const NONE: ReadonlySet<ImageId> = new Set()
