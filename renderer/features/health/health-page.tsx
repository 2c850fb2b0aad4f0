import { useQuery, useQueryClient } from '@tanstack/react-query'
import { RefreshCw } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { HealthReport } from '#common/contract/health'
import type { ProjectSlug } from '#common/ids'
import { onLibraryNote } from '#renderer/data/notes'
import { type Labelling, labelCount } from '#renderer/data/project-type'
import { queries } from '#renderer/data/queries'
import { studio } from '#renderer/data/studio'
import { useLabelling } from '#renderer/data/use-labelling'
import { navigate, projectHref } from '#renderer/ui/app/router'
import { useAct } from '#renderer/ui/app/use-act'
import { Button } from '#renderer/ui/controls/button'
import { cx } from '#renderer/ui/cx'
import { EmptyState, ErrorLine } from '#renderer/ui/display/message'
import { PageHead } from '#renderer/ui/display/panel'
import { ProgressBar } from '#renderer/ui/display/progress'
import { moment } from '#renderer/words/format'
import { t } from '#renderer/words/words'
import { AlikeSection } from './alike-section.tsx'
import { AttributeSection } from './attribute-section.tsx'
import { ClassBalance } from './class-balance.tsx'
import { Figures } from './figures.tsx'
import { FilesSection } from './files-section.tsx'
import styles from './health-page.module.css'
import { HeatSection } from './heat-section.tsx'
import { AspectSection, SizeSection } from './size-section.tsx'
import { SplitSection } from './split-section.tsx'

export interface HealthPageProps {
  readonly project: ProjectSlug
}

/** Statistics of the whole project: how balanced, how large and how completely labeled it is. */
export function HealthPage({ project }: HealthPageProps) {
  const { data: report, error, isRefetching, refetch } = useQuery(queries.health(project))
  if (report !== undefined) return <Checked project={project} report={report} error={error} isChecking={isRefetching} />
  const retry = <Button onPress={() => void refetch()}>{t('Try again')}</Button>
  return (
    <div className={styles.page}>
      <PageHead title={t('Health')} />
      {error === null ? (
        <Looking project={project} />
      ) : (
        <ErrorLine error={error} word={t('Not checked')} className={styles.error} action={retry} />
      )}
    </div>
  )
}

interface ReportProps extends HealthPageProps {
  readonly report: HealthReport
}

interface CheckedProps extends ReportProps {
  /** Why a newer report could not be had. */
  readonly error: unknown
  readonly isChecking: boolean
}

function Checked({ project, report, error, isChecking }: CheckedProps) {
  const client = useQueryClient()
  const again = useAct(studio.health.read, {
    errors: 'in-place',
    onDone: (made) => {
      client.setQueryData(queries.health(project).queryKey, made)
      void client.invalidateQueries({ queryKey: queries.faultyFiles(project).queryKey })
    },
  })
  const failure = again.error ?? error
  const check = (
    <Button
      writes="projects"
      isPending={again.isPending || isChecking}
      onPress={() => again.mutate({ project, regenerate: true })}
    >
      {!again.isPending && !isChecking && <RefreshCw />}
      {t('Check again')}
    </Button>
  )
  return (
    <div className={styles.page}>
      <PageHead title={t('Health')} note={<WhenChecked project={project} report={report} />} actions={check} />
      {failure !== null && <ErrorLine error={failure} word={t('Not checked')} className={styles.error} />}
      {report.images === 0 ? (
        <EmptyState
          title={t('Nothing to check yet')}
          text={t(
            'When the project has images, this page shows how even, how large and how completely labeled they are.',
          )}
          action={<Button onPress={() => navigate(projectHref(project, 'images'))}>{t('Go to Images')}</Button>}
        />
      ) : (
        <Report project={project} report={report} />
      )}
    </div>
  )
}

function WhenChecked({ project, report }: ReportProps) {
  const isChanged = useChangedSince(project, report)
  const labelling = useLabelling(project)
  const { images, shapes, generatedAt } = report
  return (
    <span className="num" role="status">
      {t('{{images}}, {{labels}}. Checked {{when}}.', {
        images: t('{{count}} images', { count: images }),
        labels: labelCount(shapes, labelling),
        when: moment(generatedAt),
      })}
      {isChanged && ` ${t('The project has changed since.')}`}
    </span>
  )
}

/** A report reads every shape: what changes meanwhile is told, and read again only when somebody wants it. */
function useChangedSince(project: ProjectSlug, report: HealthReport): boolean {
  const [changed, setChanged] = useState<HealthReport | undefined>(undefined)
  useEffect(
    () =>
      onLibraryNote((note) => {
        const isOurs = (note.kind === 'images' || note.kind === 'classes') && note.project === project
        if (isOurs) setChanged(report)
      }),
    [project, report],
  )
  return changed === report
}

/** Shown after a moment only: most projects are looked over at once. */
function Looking({ project }: HealthPageProps) {
  const images = useQuery(queries.project(project)).data?.images
  const classes = useQuery(queries.classes(project)).data
  const shapes = classes?.reduce((sum, each) => sum + each.shapes, 0)
  const labelling = useLabelling(project)
  return (
    <div className={styles.looking} role="status">
      <p>
        {images === undefined || shapes === undefined
          ? t('Checking the project…')
          : t('Checking {{images}} and {{labels}}…', {
              images: t('{{count}} images', { count: images }),
              labels: labelCount(shapes, labelling),
            })}
      </p>
      <ProgressBar label={t('Checking the project')} />
      <p className="text-3 caption">
        {labelling === 'places'
          ? t('The position of every shape is read once. The report is kept until something changes.')
          : t('Every annotation is read once. The report is kept until something changes.')}
      </p>
    </div>
  )
}

const LAYOUTS: Readonly<Record<Labelling, string | undefined>> = {
  places: undefined,
  classes: styles.withoutMap,
  texts: styles.withoutClasses,
}

function Report({ project, report }: ReportProps) {
  const labelling = useLabelling(project)
  return (
    <div className={styles.report}>
      <Figures project={project} report={report} />
      <FilesSection project={project} />
      <AlikeSection project={project} report={report} />
      {report.attributes.length > 0 && <AttributeSection project={project} attributes={report.attributes} />}
      <div className={cx(styles.columns, LAYOUTS[labelling])}>
        {labelling !== 'texts' && (
          <section className={styles.column}>
            <ClassBalance project={project} classes={report.classes} />
          </section>
        )}
        {labelling === 'places' && (
          <section className={styles.column}>
            <HeatSection project={project} report={report} />
          </section>
        )}
        <div className={styles.column}>
          <SplitSection project={project} splits={report.splits} />
          <SizeSection project={project} report={report} />
          <AspectSection report={report} />
        </div>
      </div>
    </div>
  )
}
