import { Scale } from 'lucide-react'
import type { VersionPlan } from '#common/contract/versions'
import type { ProjectSlug } from '#common/ids'
import { SPLITS } from '#common/split'
import { Link, projectHref, setParams } from '#renderer/ui/app/router'
import { Button } from '#renderer/ui/controls/button'
import { SplitBar, SplitName } from '#renderer/ui/display/marks'
import { ErrorLine } from '#renderer/ui/display/message'
import { SectionTitle } from '#renderer/ui/display/panel'
import { splitPercents } from '#renderer/ui/display/split-percents'
import { count } from '#renderer/words/format'
import { t } from '#renderer/words/words'
import styles from './images-step.module.css'
import step from './step.module.css'
import type { FaultyFiles } from './use-faulty-files.ts'
import type { usePlan } from './use-plan.ts'
import { Warning } from './warning.tsx'

interface ImagesStepProps {
  readonly project: ProjectSlug
  readonly plan: ReturnType<typeof usePlan>
  readonly faulty: FaultyFiles
  readonly problem: string | undefined
}

/** Which images go in, and how they are split. */
export function ImagesStep({ project, plan: { data: plan, error }, faulty, problem }: ImagesStepProps) {
  return (
    <>
      <SectionTitle className={step.title}>{t('Images and split')}</SectionTitle>
      {error !== null && <ErrorLine error={error} className={styles.error} />}
      {plan !== undefined && (
        <>
          <dl className={styles.counts}>
            <dt>{t('Labeled or background')}</dt>
            <dd>{count(plan.sources)}</dd>
            <dt className="text-3">{t('Skipped, not labeled yet')}</dt>
            <dd className="text-3">{count(plan.leftOut)}</dd>
          </dl>
          <Splits splits={plan.sourceSplits} />
        </>
      )}
      {problem !== undefined && <Warning>{problem}</Warning>}
      <FaultyFilesWarning project={project} faulty={faulty} />
      <div className={styles.act}>
        <Button writes="projects" size="small" onPress={() => setParams({ dialog: 'rebalance' })}>
          <Scale />
          {t('Rebalance')}
        </Button>
        <span className="text-3 caption">{t('Changes the project’s split')}</span>
      </div>
    </>
  )
}

/** Damaged files that a glance finds before the version is made, which would stop at them. */
function FaultyFilesWarning({ project, faulty }: Pick<ImagesStepProps, 'project' | 'faulty'>) {
  const { labelled, isChecking, checkAgain } = faulty
  if (labelled === 0) return null
  return (
    <Warning>
      {t('The stored files of {{count}} images are damaged or missing, so the version cannot be generated.', {
        count: labelled,
      })}{' '}
      {t('Upload the same images again to repair them.')}{' '}
      <Link href={projectHref(project, 'health')} className={styles.link}>
        {t('Show in Health')}
      </Link>{' '}
      <Button size="small" isPending={isChecking} onPress={checkAgain}>
        {t('Check again')}
      </Button>
    </Warning>
  )
}

function Splits({ splits }: { readonly splits: VersionPlan['sourceSplits'] }) {
  const percents = splitPercents(splits)
  return (
    <div className={styles.splits}>
      <SplitBar counts={splits} height={8} />
      <dl>
        {SPLITS.map((split) => (
          <div key={split} className={styles.split}>
            <dt>
              <SplitName split={split} />
            </dt>
            <dd>{count(splits[split])}</dd>
            <dd className="text-3">{percents[split]}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
