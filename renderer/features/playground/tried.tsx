import { type ReactNode, useCallback, useState } from 'react'
import type { ModelView } from '#common/contract/models'
import type { Answered, Question } from '#common/contract/playground'
import { actOf } from '#common/inference/acts'
import { inferenceCall } from '#common/inference/call'
import type { ModelManifest } from '#common/inference/manifest'
import { CallPanel } from '#renderer/features/models/call-panel'
import { Button } from '#renderer/kit/controls/button'
import { Segmented } from '#renderer/kit/controls/segmented'
import { EmptyState, ErrorLine } from '#renderer/kit/display/message'
import { ProgressBar } from '#renderer/kit/display/progress'
import { notifyError } from '#renderer/kit/overlay/toast'
import { ClassList } from './class-list.tsx'
import { Controls } from './controls.tsx'
import { countByClass, foundIn } from './findings.ts'
import { FoundList } from './found-list.tsx'
import { ModelSelect } from './model-select.tsx'
import { PlainAnswerPanel } from './plain-answer.tsx'
import styles from './playground-page.module.css'
import { Prompts } from './prompts.tsx'
import { questionOf, type Settings, widened } from './settings.ts'
import { Spent } from './spent.tsx'
import { Stage } from './stage.tsx'
import type { Trial } from './trial.ts'
import { useAnswer } from './use-answer.ts'

const TABS = ['found', 'classes', 'json', 'code'] as const
type Tab = (typeof TABS)[number]
const TAB_NAMES: Readonly<Record<Tab, string>> = { found: 'Found', classes: 'Classes', json: 'JSON', code: 'Code' }

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

export function Tried({ models, model, isMissing, trial, settings, isOver, change, choose }: TriedProps) {
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set())
  const [active, setActive] = useState<string>()
  const [guess, setGuess] = useState(0)
  const question = model && trial && questionOf(model.manifest, trial, settings)
  const { answer, error, isAsking, again } = useAnswer(model && question && widened(question, model.manifest))
  const finding = answer?.finding
  const guesses = finding?.kind === 'masks' ? finding.masks.length : 0
  const sieve = {
    confidence: leastOf(model?.manifest, settings),
    hidden,
    guess: Math.min(guess, Math.max(0, guesses - 1)),
  }
  const found = finding === undefined ? [] : foundIn(finding, sieve)
  const mapError = useCallback((sentence: string) => notifyError(sentence), [])
  return (
    <div className={styles.body}>
      <div className={styles.left} data-panel>
        {trial === undefined ? (
          <div className={styles.dropHere} data-over={isOver || undefined}>
            <EmptyState title="Drop a picture here" text="Or paste one, choose a file, or take one of a project." />
          </div>
        ) : (
          <Stage
            trial={trial}
            finding={finding}
            found={found}
            hidden={hidden}
            active={active}
            onActive={setActive}
            onMapError={mapError}
            prompts={model && promptsOf(model.manifest, trial, { settings, change })}
          />
        )}
        {isOver && trial !== undefined && <div className={styles.veil}>Try this picture</div>}
      </div>
      <aside className={styles.side} aria-label="Model and answer" data-panel>
        <ModelSelect models={models} model={model?.manifest.id ?? null} onChange={choose} />
        {isMissing && <p className="caption text-3">The model of this link is not installed; this is another one.</p>}
        {model && <Controls model={model.manifest} settings={settings} onChange={change} />}
        {error !== null && (
          <ErrorLine
            error={error}
            word="No answer"
            action={
              <Button size="small" onPress={again}>
                Try again
              </Button>
            }
          />
        )}
        {isAsking && answer === undefined && <Waiting />}
        {model && question && answer && (
          <Answer
            {...{ model: model.manifest, question, answer, isAsking, hidden, setHidden }}
            file={trial?.name ?? ''}
            confidence={sieve.confidence}
            list={
              <FoundList
                finding={answer.finding}
                found={found}
                active={active}
                onActive={setActive}
                guess={sieve.guess}
                onGuess={setGuess}
              />
            }
          />
        )}
      </aside>
    </div>
  )
}

/** Only what was asked for widely is sieved here. */
function leastOf(model: ModelManifest | undefined, { confidence }: Settings): number {
  return model !== undefined && actOf(model) === 'predict' ? confidence : 0
}

function promptsOf(
  manifest: ModelManifest,
  { width, height }: Trial,
  { settings: { points, box }, change }: Pick<TriedProps, 'settings' | 'change'>,
) {
  if (actOf(manifest) !== 'segment') return null
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

function Waiting() {
  return (
    <div className={styles.waiting} role="status">
      <p className="text-2">Asking the model. The first time it is loaded.</p>
      <ProgressBar label="Asking the model" />
    </div>
  )
}

interface AnswerProps {
  readonly model: ModelManifest
  readonly question: Question
  readonly answer: Answered
  readonly isAsking: boolean
  readonly file: string
  readonly confidence: number
  readonly hidden: ReadonlySet<string>
  readonly setHidden: (hidden: ReadonlySet<string>) => void
  readonly list: ReactNode
}

function Answer(props: AnswerProps) {
  const { model, question, answer, isAsking, file, confidence, hidden, setHidden, list } = props
  const [chosen, setTab] = useState<Tab>('found')
  const classNames = classNamesOf(model, answer)
  const tabs = TABS.filter((tab) => tab !== 'classes' || classNames.length > 0)
  const tab = tabs.includes(chosen) ? chosen : 'found'
  return (
    <>
      <Spent answer={answer} isAsking={isAsking} />
      <Segmented
        label="What to show of the answer"
        isWide
        value={tab}
        options={tabs.map((value) => ({ value, label: TAB_NAMES[value] }))}
        onChange={setTab}
      />
      <div className={styles.tab}>
        {tab === 'found' && list}
        {tab === 'classes' && (
          <ClassList
            classNames={classNames}
            hidden={hidden}
            onHidden={setHidden}
            counts={countByClass(answer.finding, confidence)}
          />
        )}
        {tab === 'json' && <PlainAnswerPanel question={question} />}
        {tab === 'code' && <CallPanel call={inferenceCall(model, question)} file={file} />}
      </div>
    </>
  )
}

function classNamesOf({ classNames }: ModelManifest, { finding }: Answered): readonly string[] {
  if (finding.kind === 'map') return finding.classNames
  return finding.kind === 'objects' || finding.kind === 'classes' ? classNames : []
}
