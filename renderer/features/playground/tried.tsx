import type { ModelView } from '#common/contract/models/models'
import { actOf } from '#common/inference/acts'
import type { ModelManifest } from '#common/inference/manifest'
import { Link, MODELS_HREF } from '#renderer/ui/app/router'
import { Button } from '#renderer/ui/controls/button'
import { EmptyState, ErrorLine } from '#renderer/ui/display/message'
import { ProgressBar } from '#renderer/ui/display/progress'
import { notifyError } from '#renderer/ui/overlay/toast'
import { t } from '#renderer/words/words'
import { Answer } from './answer/answer.tsx'
import { Controls } from './controls.tsx'
import { Prompts } from './image/prompts.tsx'
import { Stage } from './image/stage.tsx'
import type { Trial } from './image/trial.ts'
import { ModelSelect } from './model-select.tsx'
import styles from './playground-page.module.css'
import type { Settings } from './settings.ts'
import { type Tried, useTrying } from './use-trying.ts'

export interface TriedProps {
  readonly models: readonly ModelView[]
  readonly model: ModelView | undefined
  /** The address names a model that is not installed. */
  readonly isMissing: boolean
  readonly trial: Trial | undefined
  readonly settings: Settings
  /** Files hang over the window. */
  readonly isOver: boolean
  readonly change: (next: Partial<Settings>) => void
  readonly choose: (id: string) => void
}

/** The image on the left; the model, its settings and its answer on the right. */
export function TriedImage(props: TriedProps) {
  const { models, model, isMissing, trial, settings, isOver, change, choose } = props
  const tried = useTrying({ model, trial, settings })
  return (
    <div className={styles.body}>
      <div className={styles.left} data-panel>
        {trial === undefined ? (
          <div className={styles.dropHere} data-over={isOver || undefined}>
            <EmptyState
              title={t('Drop an image here')}
              text={t('Or paste one, choose a file, or take one of a project.')}
            />
          </div>
        ) : (
          <TriedStage {...{ model, trial, settings, change, tried }} />
        )}
        {isOver && trial !== undefined && <div className={styles.veil}>{t('Try this image')}</div>}
      </div>
      <aside className={styles.side} aria-label={t('Model and answer')} data-panel>
        <ModelSelect models={models} model={model?.manifest.id ?? null} onChange={choose} />
        {models.every(({ origin }) => origin === 'built-in') && <OnlyBuiltIn />}
        {isMissing && (
          <p className="caption text-3">{t('The model of this link is not installed; this is another one.')}</p>
        )}
        {model && <Controls model={model.manifest} settings={settings} onChange={change} />}
        <Outcome model={model} trial={trial} tried={tried} />
      </aside>
    </div>
  )
}

function OnlyBuiltIn() {
  return (
    <p className="caption text-3">
      {t('Only the built-in models are installed.')}{' '}
      <Link href={MODELS_HREF} className={styles.link}>
        {t('Import or fetch a model')}
      </Link>
    </p>
  )
}

interface TriedStageProps extends Pick<TriedProps, 'model' | 'settings' | 'change'> {
  readonly trial: Trial
  readonly tried: Tried
}

function TriedStage({ model, trial, settings, change, tried }: TriedStageProps) {
  const { answer, found, sieve, active, setActive } = tried
  return (
    <Stage
      trial={trial}
      finding={answer?.finding}
      found={found}
      hidden={sieve.hidden}
      active={active}
      onActive={setActive}
      onMapError={notifyError}
      prompts={model && promptsOf(model.manifest, trial, { settings, change })}
    />
  )
}

function promptsOf(
  manifest: ModelManifest,
  { width, height }: Trial,
  { settings: { points, box }, change }: Pick<TriedProps, 'settings' | 'change'>,
) {
  if (actOf(manifest) !== 'segment') return undefined
  return (
    <Prompts
      width={width}
      height={height}
      points={points}
      box={box}
      onPoint={(point) => change({ points: [...points, point] })}
      onBox={(next) => change({ box: next })}
      onUndo={() => change(points.length === 0 ? { box: undefined } : { points: points.slice(0, -1) })}
    />
  )
}

interface OutcomeProps extends Pick<TriedProps, 'model' | 'trial'> {
  readonly tried: Tried
}

function Outcome({ model, trial, tried }: OutcomeProps) {
  const { answer, error, isAsking, again, question } = tried
  if (error !== null) {
    const retry = (
      <Button size="small" onPress={again}>
        {t('Try again')}
      </Button>
    )
    return <ErrorLine error={error} word={t('No answer')} action={retry} />
  }
  if (answer === undefined) return isAsking ? <Waiting /> : null
  if (model === undefined || trial === undefined || question === undefined) return null
  return <Answer model={model.manifest} file={trial.name} question={question} answer={answer} tried={tried} />
}

function Waiting() {
  return (
    <div className={styles.waiting} role="status">
      <p className="text-2">{t('Running the model. The first run also loads it.')}</p>
      <ProgressBar label={t('Running the model')} />
    </div>
  )
}
