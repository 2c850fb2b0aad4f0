import type { Question } from '#common/contract/playground'
import { CodeBlock } from '#renderer/features/models/code-block'
import { ErrorLine } from '#renderer/kit/display/message'
import { ProgressBar } from '#renderer/kit/display/progress'
import { bytes } from '#renderer/kit/format'
import { shortenedJson } from './json-text.ts'
import { usePlainAnswer } from './use-answer.ts'

/** What the inference server answers to the question, word by word but for pictures inside it. */
export function PlainAnswerPanel({ question }: { readonly question: Question }) {
  const { data, error } = usePlainAnswer(question)
  if (error !== null) return <ErrorLine error={error} word="No answer" />
  if (data === undefined) return <ProgressBar label="Asking the inference server" />
  const { text, isShortened } = shortenedJson(data)
  return (
    <>
      <CodeBlock label="the JSON" text={text} whole={data.text} fills />
      <p className="caption text-3 num">
        {isShortened
          ? `Long parts are shortened here; copying takes all ${bytes(data.text.length)}.`
          : 'As the inference server answers it. Classes that are switched off are in it.'}
      </p>
    </>
  )
}
