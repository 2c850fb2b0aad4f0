import { useQuery } from '@tanstack/react-query'
import type { ProjectType } from '#common/contract/projects'
import type { ProjectSlug } from '#common/ids'
import { queries } from '#renderer/data/queries'
import { t } from '#renderer/words/words'
import styles from './new-version-page.module.css'
import { AugmentStep } from './wizard/augment/augment-step.tsx'
import { WizardFoot } from './wizard/foot.tsx'
import { ImagesStep } from './wizard/images-step.tsx'
import { NameStep } from './wizard/name-step.tsx'
import { planProblem } from './wizard/plan.ts'
import { PreprocessStep } from './wizard/preprocess/preprocess-step.tsx'
import { Preview } from './wizard/preview.tsx'
import { StepRail } from './wizard/step-rail.tsx'
import { useContinue } from './wizard/use-continue.ts'
import { type FaultyFiles, faultyProblem, useFaultyFiles } from './wizard/use-faulty-files.ts'
import { usePlan } from './wizard/use-plan.ts'
import { usePreview } from './wizard/use-preview.ts'
import { useWizard, type Wizard } from './wizard/use-wizard.ts'

export interface NewVersionPageProps {
  readonly project: ProjectSlug
}

/** The wizard that freezes a version: what goes in, what is done to it, and how that looks, on one screen. */
export function NewVersionPage({ project }: NewVersionPageProps) {
  const number = useQuery(queries.nextVersion(project)).data?.number ?? undefined
  const wizard = useWizard(project)
  const plan = usePlan(project, wizard.draft)
  const preview = usePreview(project, wizard)
  const problem = planProblem(plan.data, wizard.draft)
  const faulty = useFaultyFiles(project)
  const onward = useContinue(wizard, problem ?? faultyProblem(faulty, wizard.draft))
  return (
    <div className={styles.page} onKeyDownCapture={onward.onKeyDownCapture}>
      <div className={styles.columns}>
        <StepRail title={titleOf(number)} wizard={wizard} plan={plan.data} />
        <div className={styles.settings}>
          <Step {...{ project, number, wizard, plan, preview, faulty, problem }} />
        </div>
        <Preview
          project={project}
          wizard={wizard}
          preview={preview}
          classes={plan.data?.classes ?? []}
          isEmpty={plan.data?.sources === 0}
        />
      </div>
      <WizardFoot number={number} wizard={wizard} plan={plan.data} onward={onward} />
    </div>
  )
}

interface StepProps {
  readonly project: ProjectSlug
  /** Number of the version; undefined until it is known, and where a remote assigns it. */
  readonly number: number | undefined
  readonly wizard: Wizard
  readonly plan: ReturnType<typeof usePlan>
  readonly faulty: FaultyFiles
  readonly preview: ReturnType<typeof usePreview>
  readonly problem: string | undefined
}

function Step({ project, number, wizard, plan, preview, faulty, problem }: StepProps) {
  const { data: classes = [] } = useQuery(queries.classes(project))
  const { data: tags = [] } = useQuery(queries.tags(project))
  const type = useProjectType(project)
  const recipe = { type, draft: wizard.draft, onChange: wizard.change, preview: preview.shown, problem }
  switch (wizard.step) {
    case 'images':
      return <ImagesStep {...{ project, plan, faulty, problem }} />
    case 'preprocess':
      return <PreprocessStep {...recipe} classes={classes} tags={tags.map(({ name }) => name)} />
    case 'augment':
      return <AugmentStep {...recipe} copiesRefusal={wizard.copiesRefusal} />
    case 'name':
      return <NameStep number={number} wizard={wizard} problem={problem ?? faultyProblem(faulty, wizard.draft)} />
  }
}

function titleOf(number: number | undefined): string {
  return number === undefined ? t('New version') : t('Version {{number}}', { number })
}

/** The usual one until it is known. */
function useProjectType(project: ProjectSlug): ProjectType {
  return useQuery(queries.project(project)).data?.type ?? 'object-detection'
}
