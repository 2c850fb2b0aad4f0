import { useQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import type { VersionDiff } from '#common/contract/version-diff'
import type { VersionSummary } from '#common/contract/versions'
import type { ProjectSlug } from '#common/ids'
import { navigate, projectHref } from '#renderer/kit/app/router'
import { Button } from '#renderer/kit/controls/button'
import { EmptyState, ErrorLine } from '#renderer/kit/display/message'
import { PageHead } from '#renderer/kit/display/panel'
import { ProgressBar } from '#renderer/kit/display/progress'
import { count, plural } from '#renderer/kit/format'
import { queries } from '#renderer/kit/studio/queries'
import { type Choice, comparable, readChoice } from './choice.ts'
import styles from './diff-page.module.css'
import { Differences } from './differences.tsx'
import { useDiff } from './use-diff.ts'
import { VersionPickers } from './version-pickers.tsx'

export interface VersionDiffPageProps {
  readonly project: ProjectSlug
  readonly params: URLSearchParams
}

/** Two versions side by side: `?from=1&to=3&show=near`. */
export function VersionDiffPage({ project, params }: VersionDiffPageProps) {
  const { data: versions, error } = useQuery(queries.versions(project))
  const choice = versions && readChoice(params, versions)
  if (versions !== undefined && choice !== undefined) {
    return <Compared project={project} versions={comparable(versions)} choice={choice} />
  }
  return (
    <div className={styles.page}>
      <PageHead title="Compare versions" />
      {error !== null && <ErrorLine error={error} className={styles.error} />}
      {versions !== undefined && (
        <EmptyState
          title="Nothing to compare yet"
          text="Two finished versions are needed. Each freezes the labelled images as they are when it is made."
          action={<BackToVersions project={project} />}
        />
      )}
    </div>
  )
}

function BackToVersions({ project }: Pick<VersionDiffPageProps, 'project'>) {
  return (
    <Button onPress={() => navigate(projectHref(project, 'versions'))}>
      <ArrowLeft />
      All versions
    </Button>
  )
}

interface ComparedProps {
  readonly project: ProjectSlug
  readonly versions: readonly VersionSummary[]
  readonly choice: Choice
}

function Compared({ project, versions, choice }: ComparedProps) {
  const { data: diff, error, refetch } = useDiff({ project, ...choice })
  if (choice.from === choice.to) {
    return (
      <Frame versions={versions} choice={choice}>
        <EmptyState
          title={`Version ${choice.to} is compared with itself`}
          text="A version never changes. Choose another one on either side."
        />
      </Frame>
    )
  }
  if (diff !== undefined) {
    return (
      <Frame versions={versions} choice={choice} note={sizeWords(diff, choice)}>
        <Differences key={`${choice.from} ${choice.to}`} project={project} diff={diff} choice={choice} />
      </Frame>
    )
  }
  const again = <Button onPress={() => void refetch()}>Try again</Button>
  return (
    <Frame versions={versions} choice={choice}>
      {error === null ? (
        <Comparing choice={choice} />
      ) : (
        <ErrorLine error={error} word="Not compared" className={styles.error} action={again} />
      )}
    </Frame>
  )
}

interface FrameProps extends Omit<ComparedProps, 'project'> {
  readonly note?: string
  readonly children: ReactNode
}

function Frame({ versions, choice, note = '\u00a0', children }: FrameProps) {
  return (
    <div className={styles.page}>
      <PageHead
        title="Compare versions"
        note={<span className="num">{note}</span>}
        actions={<VersionPickers versions={versions} choice={choice} />}
      />
      {children}
    </div>
  )
}

/** How large each version is, in source images. */
function sizeWords({ pictures, labels }: VersionDiff, { from, to }: Choice): string {
  const before = `${plural(pictures.before, 'image')} with ${plural(labels.before, 'label')}`
  return `Version ${from}: ${before}. Version ${to}: ${count(pictures.after)} with ${count(labels.after)}.`
}

/** Shown after a moment only: most versions are compared at once. */
function Comparing({ choice: { from, to } }: Pick<ComparedProps, 'choice'>) {
  return (
    <div className={styles.comparing} role="status">
      <p>
        Comparing version {from} with version {to}…
      </p>
      <ProgressBar label="Comparing the versions" />
      <p className="text-3 caption">
        Every label of both is read once; then the answer stays, since versions never change.
      </p>
    </div>
  )
}
