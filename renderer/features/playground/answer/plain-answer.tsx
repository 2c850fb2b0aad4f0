import type { Question } from '#common/contract/models/playground'
import { CodeBlock } from '#renderer/ui/display/code-block'
import { ErrorLine } from '#renderer/ui/display/message'
import { ProgressBar } from '#renderer/ui/display/progress'
import { bytes } from '#renderer/words/format'
import { t } from '#renderer/words/words'
import { shortenedJson } from './json-text.ts'
import { usePlainAnswer } from './use-answer.ts'

/** Response of the inference server to the question, verbatim except for images inside it. */
export function PlainAnswerPanel({ question }: { readonly question: Question }) {
  const { data, error } = usePlainAnswer(question)
  if (error !== null) return <ErrorLine error={error} word={t('No answer')} />
  if (data === undefined) return <ProgressBar label={t('Waiting for the inference server')} />
  const { text, isShortened } = shortenedJson(data)
  return (
    <>
      <CodeBlock label={t('the JSON')} text={text} whole={data.text} fills />
      <p className="caption text-3 num">
        {isShortened
          ? t('Long parts are shortened here; copying takes all {{size}}.', { size: bytes(data.text.length) })
          : t('As the inference server returns it, including classes that are switched off.')}
      </p>
    </>
  )
}
