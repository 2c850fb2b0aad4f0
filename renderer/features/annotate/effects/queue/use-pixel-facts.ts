import { skipToken, useQuery } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { PixelFacts } from '#common/contract/pixels'
import { imageUrl, pixelFactsUrl } from '#common/contract/urls'
import type { ImageId } from '#common/ids'
import { useEditor, useEditorState, useSession } from '../../editor/hooks/session.tsx'
import { useDetails } from '../server/use-details.ts'
import { isHuge, isLarge, needsMore } from './pixel-plan.ts'

/** A huge image is prepared once one stays on it this long; all others when one zooms in, so that flipping costs nothing. */
const REST_MS = 700
/** How often one asks how far that is. */
const ASK_MS = 300
/** Kinds that may have 16 bits a sample, or more than one page. */
const DEEP_KINDS = new Set(['png', 'tiff'])

/** Keeps what is known of the pixels on screen, and has large images prepared. */
export function usePixelFacts(): void {
  const editor = useEditor()
  const image = useEditorState((all) => all.image)
  const isBig = useEditorState(({ frame }) => frame !== undefined && isLarge(frame))
  const isHugeOne = useEditorState(({ frame }) => frame !== undefined && isHuge(frame))
  const isClose = useEditorState(needsMore)
  const format = useDetails().data?.format ?? ''
  const isRested = useRest(image)
  const isAsked = image !== undefined && (isBig || DEEP_KINDS.has(format))
  const hasPreview = useHasPreview(image)
  // Both read all of the file: what can be seen first comes first.
  const prepare = hasPreview && (isClose || (isHugeOne && isRested))
  const { data } = useQuery({
    queryKey: ['pixels', image],
    queryFn: isAsked ? ({ signal }) => readFacts(image, prepare, signal) : skipToken,
    refetchInterval: ({ state }) => (prepare && isOpen(state.data) ? ASK_MS : false),
  })
  useEffect(() => editor.set({ pixels: isAsked ? data : undefined }), [editor, data, isAsked])
}

/** Whether asking again can bring something new. */
function isOpen(facts: PixelFacts | undefined): boolean {
  return facts?.tiles.state === 'absent' || facts?.tiles.state === 'preparing'
}

async function readFacts(image: ImageId, prepare: boolean, signal: AbortSignal): Promise<PixelFacts> {
  const response = await fetch(pixelFactsUrl(image, prepare), { signal })
  if (!response.ok) throw new Error(`Nothing is known of the pixels: ${response.status}`)
  return PixelFacts.parse(await response.json())
}

/** Whether the screen size is there. */
function useHasPreview(image: ImageId | undefined): boolean {
  const { shelf } = useSession()
  return useSyncExternalStore(
    (listener) => shelf.subscribe(listener),
    () => image !== undefined && shelf.get(imageUrl(image, 'screen')) !== undefined,
  )
}

/** Whether the image has been on screen for a while. */
function useRest(image: ImageId | undefined): boolean {
  const [rested, setRested] = useState<ImageId>()
  useEffect(() => {
    if (image === undefined) return
    const timer = setTimeout(() => setRested(image), REST_MS)
    return () => clearTimeout(timer)
  }, [image])
  return image !== undefined && rested === image
}
