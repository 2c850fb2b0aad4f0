import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import type { ImageId, ProjectSlug } from '#common/ids'
import { queries } from '#renderer/data/queries'
import { studio } from '#renderer/data/studio'
import { wait } from '#renderer/ui/app/wait'
import type { Queue } from '../../model/editor-state.ts'
import { without } from '../../model/queue.ts'
import { GoneWatch } from './gone-watch.ts'

/** The queue without images that have left the project since it was read. */
export function usePresent(project: ProjectSlug, read: Queue | undefined): Queue | undefined {
  const gone = useGone(project, read)
  return useMemo(() => read && without(read, gone), [read, gone])
}

function useGone(project: ProjectSlug, read: Queue | undefined): ReadonlySet<ImageId> {
  const { data, dataUpdatedAt } = useQuery(queries.project(project))
  const total = data?.images
  const [watch] = useState(() => new GoneWatch(wait))
  const [gone, setGone] = useState(NONE)
  useEffect(() => {
    if (!read) return
    const stop = new AbortController()
    const leave = watch.attend(async () => {
      const missing = await readGone(project, read, stop.signal)
      stop.signal.throwIfAborted()
      setGone(missing)
      return missing.size > 0
    })
    return () => {
      leave()
      stop.abort()
    }
  }, [watch, project, read])
  // Each time that the project is read, also when it has as many images as before: a check may be owed.
  useEffect(() => {
    if (total !== undefined && dataUpdatedAt > 0) watch.told(total)
  }, [watch, total, dataUpdatedAt])
  return gone
}

async function readGone(project: ProjectSlug, { ids }: Queue, signal: AbortSignal) {
  const there = new Set(await studio.images.ids({ project, filter: {}, sort: 'added' }, { signal }))
  return new Set(ids.filter((id) => !there.has(id)))
}

const NONE: ReadonlySet<ImageId> = new Set()
