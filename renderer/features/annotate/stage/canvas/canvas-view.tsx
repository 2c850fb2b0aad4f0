import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useStore } from 'zustand'
import { imageUrl } from '#common/contract/urls'
import type { ImageId } from '#common/ids'
import { queries } from '#renderer/data/queries'
import { Button } from '#renderer/ui/controls/button'
import { cx } from '#renderer/ui/cx'
import { ErrorLine } from '#renderer/ui/display/message'
import { t } from '#renderer/words/words'
import { focusCanvas } from '../../commands/focus-canvas.ts'
import { useDocument, useEditor, useEditorState, useSession } from '../../editor/hooks/session.tsx'
import { useDetails } from '../../effects/server/use-details.ts'
import { AbsentNote } from './absent-note.tsx'
import styles from './canvas-view.module.css'
import { useContentWords, useProposalWords } from './canvas-words.ts'
import { useAbsent } from './use-absent.ts'
import { useStage } from './use-stage.ts'

/** The place of the image, its shapes, and what stands over them. */
export function CanvasArea({ children }: { readonly children: ReactNode }) {
  return <div className={styles.area}>{children}</div>
}

/** One focusable thing; the list of objects mirrors it for those who do not see it. */
export function Canvas() {
  const host = useRef<HTMLDivElement>(null)
  const editor = useEditor()
  const content = useContentWords()
  const name = useDetails().data?.name ?? t('Image')
  const asked = useProposalWords()
  const isShown = useEditorState(({ frame }) => frame !== undefined)
  const isLoading = useDocument((document) => document === undefined || document.load === 'loading')
  const [hasRing, setRing] = useState(false)
  useStage(host)
  useLayoutEffect(() => focusCanvas(), [])
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: an application takes the keys itself
    <div
      ref={host}
      className={cx(styles.canvas, hasRing && styles.ringed)}
      role="application"
      tabIndex={0}
      aria-label={[`${name}, ${content}`, ...asked, t('F6 leaves the image.')].join(' ')}
      aria-busy={!isShown || isLoading}
      data-panel="canvas"
      onFocus={({ currentTarget, relatedTarget }) => {
        editor.set({ isFocused: true })
        setRing(relatedTarget !== null && currentTarget.matches(':focus-visible'))
      }}
      onBlur={() => {
        editor.set({ isFocused: false })
        setRing(false)
      }}
      onPointerDown={() => setRing(false)}
    />
  )
}

/** Says it at once: of two sentences within a frame neither may be lost. */
export function Announcer() {
  const text = useStore(useEditor().store, (state) => state.announcement)
  return (
    <div className={cx('visually-hidden', styles.announcer)} aria-live="polite">
      {text}
    </div>
  )
}

/** Why the image on screen is not as usual: it left the project, or something of it failed. */
export function Problem() {
  const absent = useAbsent()
  return absent ? <AbsentNote absent={absent} /> : <Failure />
}

/** The failure, and how work goes on: labels can be drawn without pixels, never without the labels that are there. */
function Failure() {
  const { editor } = useSession()
  const image = useEditorState((state) => state.image)
  const problem = useDocument((document) => document?.problem)
  const details = useDetails()
  const hasNoPixels = useHasNoPixels()
  const isFaulty = useIsFaulty(image, hasNoPixels)
  if (problem) {
    const again = () => image && void editor.documents.open(image)
    return (
      <ErrorLine
        className={styles.note}
        word={t('Annotations not loaded')}
        error={problem}
        action={
          <Button size="small" onPress={again}>
            {t('Try again')}
          </Button>
        }
      />
    )
  }
  // Known details stay on screen while the core cannot be reached.
  if (details.error && !details.data)
    return <ErrorLine className={styles.note} word={t('Image not found')} error={details.error} />
  if (isFaulty) {
    const name = details.data?.name ?? t('Image')
    const sentence = t('The stored file of {{name}} is damaged or missing. Upload the image again', { name })
    return <ErrorLine className={styles.note} word={t('Damaged file')} error={sentence} />
  }
  return hasNoPixels ? (
    <ErrorLine className={styles.note} word={t('Image not shown')} error={t('The image could not be read.')} />
  ) : null
}

/** Asked again when no pixels can be made of the file: the core has read it by then. */
function useIsFaulty(image: ImageId | undefined, hasNoPixels: boolean): boolean {
  const { project } = useEditor()
  const images = image === undefined ? [] : [image]
  const { data, refetch } = useQuery({ ...queries.faulty(project, images), enabled: image !== undefined })
  useEffect(() => {
    if (hasNoPixels) void refetch()
  }, [hasNoPixels, refetch])
  return data !== undefined && data.length > 0
}

function useHasNoPixels(): boolean {
  const { shelf } = useSession()
  const image = useEditorState((state) => state.image)
  return useSyncExternalStore(
    (listener) => shelf.subscribe(listener),
    () => image !== undefined && shelf.hasFailed(imageUrl(image, 'screen')),
  )
}
