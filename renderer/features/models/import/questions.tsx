import { useState } from 'react'
import type { QuestionView } from '#common/contract/models/models'
import { MODEL_FAMILIES, MODEL_TASKS, type ModelInput } from '#common/inference/manifest'
import type { ModelAnswers } from '#common/inference/recognition'
import { sentenceOf } from '#renderer/data/sentence'
import { Button } from '#renderer/ui/controls/button'
import { Select } from '#renderer/ui/controls/select'
import { TextArea } from '#renderer/ui/controls/text-area'
import { count } from '#renderer/words/format'
import { t } from '#renderer/words/words'
import styles from '../dialogs.module.css'
import { InputFields } from '../input-fields.tsx'
import { isValidInput } from '../input-values.ts'

export interface QuestionsProps {
  readonly questions: readonly QuestionView[]
  readonly answers: ModelAnswers
  /** As it is usual for the family, or as it was answered before. */
  readonly input: ModelInput | undefined
  /** Whether `input` was answered before. */
  readonly isAgain: boolean
  readonly onAnswer: (answer: ModelAnswers) => void
}

/** Questions about the files that only a person can answer; an answer may bring up the next question. */
export function Questions({ questions, ...rest }: QuestionsProps) {
  return questions.map((question) => (
    <fieldset key={question.id} className={styles.question}>
      <legend>{sentenceOf(question.says)}</legend>
      <Field question={question} {...rest} />
    </fieldset>
  ))
}

function Field({ question, answers, input, isAgain, onAnswer }: FieldProps) {
  const { id, says, choices } = question
  switch (id) {
    case 'classNames':
      return <ClassNames question={question} onNames={(classNames) => onAnswer({ classNames })} />
    case 'input':
      return input && <InputSize first={input} isAgain={isAgain} onInput={(chosen) => onAnswer({ input: chosen })} />
    case 'family':
    case 'task':
      return (
        <Select
          label={sentenceOf(says)}
          hideLabel
          value={answers[id] ?? null}
          options={choices.map(({ value, label }) => ({ value, label: sentenceOf(label) }))}
          onChange={(value) => onAnswer(answerOf(id, value))}
        />
      )
  }
}

interface FieldProps extends Omit<QuestionsProps, 'questions'> {
  readonly question: QuestionView
}

interface InputSizeProps {
  /** Filled in at first. */
  readonly first: ModelInput
  readonly isAgain: boolean
  readonly onInput: (input: ModelInput) => void
}

/** Asks for the size and the rest of the input; applies when the user confirms. */
function InputSize({ first, isAgain, onInput }: InputSizeProps) {
  const [input, setInput] = useState(first)
  return (
    <>
      <InputFields input={input} onChange={setInput} />
      <div className={styles.row}>
        <span className="caption text-3">
          {!isAgain && t('Prefilled with the usual values for this model family.')}
        </span>
        <Button size="small" isDisabled={!isValidInput(input)} onPress={() => onInput(input)}>
          {t('Use this input')}
        </Button>
      </div>
    </>
  )
}

function answerOf(id: 'family' | 'task', value: string): ModelAnswers {
  if (id === 'family') return { family: MODEL_FAMILIES.find((each) => each === value) }
  return { task: MODEL_TASKS.find((each) => each === value) }
}

interface ClassNamesProps {
  readonly question: QuestionView
  readonly onNames: (names: string[]) => void
}

/** A name a line, in the order of the model's output. */
function ClassNames({ question, onNames }: ClassNamesProps) {
  const [text, setText] = useState('')
  const names = text
    .split('\n')
    .map((name) => name.trim())
    .filter((name) => name !== '')
  const { count: wanted } = question
  const isRight = names.length > 0 && (wanted === null || names.length === wanted)
  return (
    <>
      <TextArea
        label={t('Names, one per line')}
        rows={5}
        value={text}
        onChange={setText}
        placeholder={t('cup\nspoon')}
        isMono
      />
      <div className={styles.row}>
        <span className="caption text-3 num">
          {wanted === null ? count(names.length) : t('{{done}} of {{total}}', { done: names.length, total: wanted })}
        </span>
        <Button size="small" isDisabled={!isRight} onPress={() => onNames(names)}>
          {t('Use these names')}
        </Button>
      </div>
    </>
  )
}
