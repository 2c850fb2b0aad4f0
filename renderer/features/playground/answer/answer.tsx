import { useState } from 'react'
import type { Answered, Question } from '#common/contract/models/playground'
import { inferenceCall } from '#common/inference/call'
import type { ModelManifest } from '#common/inference/manifest'
import { CallPanel } from '#renderer/features/models/entrance/call-panel'
import { Segmented } from '#renderer/ui/controls/segmented'
import { t } from '#renderer/words/words'
import { countByClass } from '../entrance/findings.ts'
import styles from '../playground-page.module.css'
import type { Tried } from '../use-trying.ts'
import { ClassList } from './class-list.tsx'
import { FoundList } from './found-list.tsx'
import { PlainAnswerPanel } from './plain-answer.tsx'
import { Spent } from './spent.tsx'

const TABS = ['found', 'classes', 'json', 'code'] as const
type Tab = (typeof TABS)[number]
const TAB_NAMES: Readonly<Record<Tab, string>> = {
  found: t('Found'),
  classes: t('Classes'),
  json: 'JSON',
  code: t('Code'),
}

export interface AnswerProps {
  readonly model: ModelManifest
  /** Name of the image's file. */
  readonly file: string
  readonly question: Question
  readonly answer: Answered
  readonly tried: Tried
}

/** One answer in four views: what was found, by classes, as JSON, and how a program asks for it. */
export function Answer({ model, file, question, answer, tried }: AnswerProps) {
  const [chosen, setTab] = useState<Tab>('found')
  const { found, sieve, active, setActive, setGuess, setHidden, isAsking } = tried
  const classNames = classNamesOf(model, answer)
  const tabs = TABS.filter((tab) => tab !== 'classes' || classNames.length > 0)
  const tab = tabs.includes(chosen) ? chosen : 'found'
  return (
    <>
      <Spent answer={answer} isAsking={isAsking} />
      <Segmented
        label={t('What to show of the answer')}
        isWide
        value={tab}
        options={tabs.map((value) => ({ value, label: TAB_NAMES[value] }))}
        onChange={setTab}
      />
      <div className={styles.tab}>
        {tab === 'found' && (
          <FoundList
            finding={answer.finding}
            found={found}
            active={active}
            onActive={setActive}
            guess={sieve.guess}
            onGuess={setGuess}
          />
        )}
        {tab === 'classes' && (
          <ClassList
            classNames={classNames}
            hidden={sieve.hidden}
            onHidden={setHidden}
            counts={countByClass(answer.finding, sieve.confidence)}
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
