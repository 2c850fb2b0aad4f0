import { useQueryClient } from '@tanstack/react-query'
import { memo, useEffect, useState } from 'react'
import type { ImageId, ProjectSlug } from '#common/ids'
import { isFiltered } from '#renderer/kit/app/image-query'
import { Link, projectHref, setParams } from '#renderer/kit/app/router'
import { Button } from '#renderer/kit/controls/button'
import { cx } from '#renderer/kit/cx'
import { EmptyState } from '#renderer/kit/display/message'
import { sentenceOf } from '#renderer/kit/studio/sentence'
import { t } from '#renderer/kit/words/words'
import styles from './annotate-page.module.css'
import { HintBar } from './bars/hint-bar.tsx'
import { ToolRail } from './bars/tool-rail.tsx'
import { TopBar } from './bars/top-bar.tsx'
import { CanvasView } from './canvas/canvas-view.tsx'
import { ClassDialogs } from './classes/class-dialogs.tsx'
import { useLabelKeys } from './classes/use-label-keys.ts'
import { followTrail } from './go-to/go-to-acts.ts'
import { Inspector } from './inspector/inspector.tsx'
import { Keys } from './keys/keys.ts'
import { KeysOverlay } from './keys/keys-overlay.tsx'
import { watchLints } from './lint/run-lints.ts'
import { Filmstrip } from './queue/filmstrip.tsx'
import { NO_FILTER, type QueueQuery, useQueueQuery } from './queue/queue-query.ts'
import { usePixelFacts } from './queue/use-pixel-facts.ts'
import { usePrefetch } from './queue/use-prefetch.ts'
import { useQueue, useStates } from './queue/use-queue.ts'
import { PropagateDialog } from './repeat/propagate-dialog.tsx'
import { useReviews } from './review/use-reviews.ts'
import { SkeletonEditor } from './skeleton/skeleton-editor.tsx'
import { useSmart } from './smart/use-smart.ts'
import { sessionOf } from './workbench/create-session.ts'
import { SessionProvider, useBench, useWorkbench } from './workbench/session.tsx'
import { useOutsideChanges } from './workbench/use-outside-changes.ts'
import { useProjectData } from './workbench/use-project-data.ts'

export interface AnnotatePageProps {
  readonly project: ProjectSlug
  readonly image?: ImageId
}

/** The screen where images are labelled, one after the other. */
export function AnnotatePage({ project, image }: AnnotatePageProps) {
  const client = useQueryClient()
  const [session] = useState(() => sessionOf(project, client))
  return (
    <SessionProvider session={session}>
      <Watchers project={project} />
      <Screen project={project} image={image} />
    </SessionProvider>
  )
}

interface ScreenProps {
  readonly project: ProjectSlug
  readonly image: ImageId | undefined
}

function Screen({ project, image }: ScreenProps) {
  const query = useQueueQuery(project)
  const queue = useQueue(query, image)
  if (queue.error !== null && queue.data === undefined) return <NotLoaded error={queue.error} again={queue.again} />
  if (queue.data?.ids.length === 0 && image === undefined)
    return <NothingToShow project={project} isFilter={isFiltered(query.filter)} />
  return <Work query={query} />
}

/** Flipping changes the address: what does not depend on it is not drawn anew, because the next image waits for all that is. */
const Work = memo(function Work({ query }: { readonly query: QueueQuery }) {
  const hasInspector = useBench((bench) => bench.options.hasInspector)
  return (
    <div className={styles.page}>
      <TopBar query={query} />
      <div className={cx(styles.middle, !hasInspector && styles.wide)}>
        <ToolRail />
        <CanvasView />
        {hasInspector && <Inspector />}
      </div>
      <Filmstrip />
      <HintBar />
      <Keys />
      <KeysOverlay />
      <SkeletonEditor />
      <PropagateDialog />
      <ClassDialogs />
    </div>
  )
})

/** What goes on beside the screen. It shows nothing: with every write it would have the whole screen rendered. */
function Watchers({ project }: Pick<AnnotatePageProps, 'project'>) {
  const bench = useWorkbench()
  useReviews(useQueueQuery(project))
  useProjectData()
  useLabelKeys()
  useStates()
  usePrefetch()
  usePixelFacts()
  useSmart()
  useOutsideChanges()
  useEffect(() => watchLints(bench), [bench])
  useEffect(() => followTrail(bench), [bench])
  return null
}

function NotLoaded({ error, again }: { readonly error: unknown; readonly again: () => void }) {
  return (
    <EmptyState
      isAlert
      className={styles.empty}
      title={t('Images not loaded')}
      text={sentenceOf(error)}
      action={<Button onPress={again}>{t('Try again')}</Button>}
    />
  )
}

function NothingToShow({ project, isFilter }: { readonly project: ProjectSlug; readonly isFilter: boolean }) {
  return isFilter ? (
    <EmptyState
      className={styles.empty}
      title={t('No image passes this filter')}
      action={<Button onPress={() => setParams(NO_FILTER)}>{t('Show all images')}</Button>}
    />
  ) : (
    <EmptyState
      className={styles.empty}
      title={t('No images to annotate')}
      text={t('Add images to the project first.')}
      action={<Link href={projectHref(project, 'images')}>{t('Go to the images')}</Link>}
    />
  )
}
