import { useQueryClient } from '@tanstack/react-query'
import { memo, useEffect, useState } from 'react'
import type { ImageId, ProjectSlug } from '#common/ids'
import { sentenceOf } from '#renderer/data/sentence'
import { isFiltered } from '#renderer/ui/app/image-query'
import { Link, projectHref, setParams } from '#renderer/ui/app/router'
import { Button } from '#renderer/ui/controls/button'
import { cx } from '#renderer/ui/cx'
import { EmptyState } from '#renderer/ui/display/message'
import { t } from '#renderer/words/words'
import { CanvasWithPanels } from './canvas-with-panels.tsx'
import { followTrail } from './commands/go-to/go-to.ts'
import { SessionProvider, useEditor, useEditorState } from './editor/hooks/session.tsx'
import { watchLints } from './effects/lint/run-lints.ts'
import { NO_FILTER, type QueueQuery, useQueueQuery } from './effects/queue/queue-query.ts'
import { usePixelFacts } from './effects/queue/use-pixel-facts.ts'
import { usePrefetch } from './effects/queue/use-prefetch.ts'
import { useQueue, useStates } from './effects/queue/use-queue.ts'
import { useReviews } from './effects/review/use-reviews.ts'
import { useOutsideChanges } from './effects/server/use-outside-changes.ts'
import { useProjectData } from './effects/server/use-project-data.ts'
import { useSmart } from './effects/smart/use-smart.ts'
import { INSPECTOR_TABS } from './inspector-tabs.tsx'
import styles from './page.module.css'
import { ClassDialogs } from './panels/classes/class-dialogs.tsx'
import { Filmstrip } from './panels/filmstrip/filmstrip.tsx'
import { HintBar } from './panels/hint-bar/hint-bar.tsx'
import { Inspector } from './panels/inspector/inspector.tsx'
import { Keys } from './panels/keys/keys.ts'
import { KeysOverlay } from './panels/keys/keys-overlay.tsx'
import { useLabelKeys } from './panels/keys/use-label-keys.ts'
import { PropagateDialog } from './panels/propagate/propagate-dialog.tsx'
import { SkeletonEditor } from './panels/skeleton/skeleton-editor.tsx'
import { ToolRail } from './panels/tool-rail/tool-rail.tsx'
import { TopBar } from './panels/top-bar/top-bar.tsx'
import { sessionOf } from './session/create-session.ts'

export interface AnnotatePageProps {
  readonly project: ProjectSlug
  readonly image?: ImageId
}

/** The screen where images are labeled, one after the other. */
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
  const hasInspector = useEditorState((state) => state.options.hasInspector)
  return (
    <div className={styles.page}>
      <TopBar query={query} />
      <div className={cx(styles.middle, !hasInspector && styles.wide)}>
        <ToolRail />
        <CanvasWithPanels />
        {hasInspector && <Inspector tabs={INSPECTOR_TABS} />}
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

/** Side effects of the page. It renders nothing: inside the screen, every write would re-render all of it. */
function Watchers({ project }: Pick<AnnotatePageProps, 'project'>) {
  const editor = useEditor()
  useReviews(useQueueQuery(project))
  useProjectData()
  useLabelKeys()
  useStates()
  usePrefetch()
  usePixelFacts()
  useSmart()
  useOutsideChanges()
  useEffect(() => watchLints(editor), [editor])
  useEffect(() => followTrail(editor), [editor])
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
