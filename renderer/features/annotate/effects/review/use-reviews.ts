import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Reviewed, type ReviewState } from '#common/annotation/review'
import type { ImageId } from '#common/ids'
import { studio } from '#renderer/data/studio'
import { useAbility } from '#renderer/data/use-ability'
import { useEditor } from '../../editor/hooks/session.tsx'
import type { QueueQuery } from '../queue/queue-query.ts'
import { followReview } from './follow-review.ts'

/** Reads where the images of the queue stand with their reviewers, once, and follows what is said meanwhile. */
export function useReviews(query: QueueQuery): void {
  const editor = useEditor()
  const can = useAbility()
  const isOffered = can('reviews')
  const canComment = can('comments')
  const canSort = can('sorting')
  const { data } = useQuery({
    queryKey: ['annotate-reviews', query],
    enabled: isOffered,
    staleTime: Infinity,
    gcTime: 0,
    queryFn: ({ signal }) => readReviews(query, signal),
  })
  useEffect(() => editor.set({ canReview: isOffered, canComment, canSort }), [editor, isOffered, canComment, canSort])
  useEffect(() => {
    if (data) editor.set({ reviews: data })
  }, [editor, data])
  useEffect(() => {
    const follow = () => {
      for (const [id, { load, review }] of editor.documents.store.getState().views)
        if (load === 'ready') followReview(editor, id, review)
    }
    follow()
    return editor.documents.store.subscribe(follow)
  }, [editor])
}

async function readReviews(
  { isPicked: _isPicked, ...query }: QueueQuery,
  signal: AbortSignal,
): Promise<ReadonlyMap<ImageId, ReviewState>> {
  const wanted = query.filter.reviews ?? Reviewed.options
  const found = await Promise.all(
    wanted.map(async (review) => {
      const ids = await studio.images.ids({ ...query, filter: { ...query.filter, reviews: [review] } }, { signal })
      return ids.map((id) => [id, review] as const)
    }),
  )
  return new Map(found.flat())
}
