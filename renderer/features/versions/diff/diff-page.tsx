import { useQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import type { VersionDiff } from '#common/contract/version-diff'
import type { VersionSummary } from '#common/contract/versions'
import type { ProjectSlug } from '#common/ids'
import { queries } from '#renderer/data/queries'
import { navigate, projectHref } from '#renderer/ui/app/router'
import { Button } from '#renderer/ui/controls/button'
import { EmptyState, ErrorLine } from '#renderer/ui/display/message'
import { PageHead } from '#renderer/ui/display/panel'
import { ProgressBar } from '#renderer/ui/display/progress'
import { t } from '#renderer/words/words'
import { recipeOf } from '../recipe.ts'
import { alignRecipes, type RecipeRow } from '../recipe-rows.ts'
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
      <PageHead title={t('Compare versions')} />
      {error !== null && <ErrorLine error={error} className={styles.error} />}
      {versions !== undefined && (
        <EmptyState
          title={t('Nothing to compare yet')}
          text={t(
            'Comparing needs two finished versions. Each freezes the labeled images as they are when it is generated.',
          )}
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
      {t('All versions')}
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
          title={t('Version {{number}} is compared with itself', { number: choice.to })}
          text={t('A version never changes. Choose another one on either side.')}
        />
      </Frame>
    )
  }
  if (diff !== undefined) {
    return (
      <Frame versions={versions} choice={choice} note={sizeWords(diff, choice)}>
        <Differences
          key={`${choice.from} ${choice.to}`}
          recipe={rowsOf(versions, choice)}
          {...{ project, diff, choice }}
        />
      </Frame>
    )
  }
  const again = <Button onPress={() => void refetch()}>{t('Try again')}</Button>
  return (
    <Frame versions={versions} choice={choice}>
      {error === null ? (
        <Comparing choice={choice} />
      ) : (
        <ErrorLine error={error} word={t('Not compared')} className={styles.error} action={again} />
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
        title={t('Compare versions')}
        note={<span className="num">{note}</span>}
        actions={<VersionPickers versions={versions} choice={choice} />}
      />
      {children}
    </div>
  )
}

function rowsOf(versions: readonly VersionSummary[], { from, to }: Choice): readonly RecipeRow[] {
  const linesOf = (wanted: number) => versions.filter(({ number }) => number === wanted).flatMap(recipeOf)
  return alignRecipes(linesOf(from), linesOf(to))
}

/** How large each version is, in source images. */
function sizeWords({ images, labels }: VersionDiff, { from, to }: Choice): string {
  return t('Version {{from}}: {{images}} with {{labels}}. Version {{to}}: {{imagesAfter}} with {{labelsAfter}}.', {
    from,
    to,
    images: t('{{count}} source images', { count: images.before }),
    labels: t('{{count}} annotations', { count: labels.before }),
    imagesAfter: images.after,
    labelsAfter: labels.after,
  })
}

/** Shown after a moment only: most versions are compared at once. */
function Comparing({ choice: { from, to } }: Pick<ComparedProps, 'choice'>) {
  return (
    <div className={styles.comparing} role="status">
      <p>{t('Comparing version {{from}} with version {{to}}…', { from, to })}</p>
      <ProgressBar label={t('Comparing the versions')} />
      <p className="text-3 caption">
        {t('Every annotation of both versions is read once. The result is kept, because versions never change.')}
      </p>
    </div>
  )
}
