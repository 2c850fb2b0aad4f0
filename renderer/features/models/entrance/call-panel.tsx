import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { InferenceCall } from '#common/inference/call'
import { queries } from '#renderer/data/queries'
import { Segmented } from '#renderer/ui/controls/segmented'
import { CodeBlock } from '#renderer/ui/display/code-block'
import { t } from '#renderer/words/words'
import { CODE_LANGUAGES, type CodeLanguage, callCode } from '../call/call-code.ts'

export interface CallPanelProps {
  readonly call: InferenceCall
  /** Name of the image's file. */
  readonly file: string
}

/** How another program asks the same, to be copied. */
export function CallPanel({ call, file }: CallPanelProps) {
  const [language, setLanguage] = useState<CodeLanguage>('curl')
  const session = useQuery(queries.session()).data
  const inference = session?.servers.inference
  const server = inference?.url ?? USUAL_SERVER
  return (
    <>
      <Segmented
        label={t('Language')}
        size="small"
        isWide
        value={language}
        options={CODE_LANGUAGES.map((value) => ({ value, label: value }))}
        onChange={setLanguage}
      />
      {inference === null && (
        <p className="caption text-3">
          {t('The inference server is not started here. Start the station with it, and this works.')}
        </p>
      )}
      <CodeBlock label={t('the {{language}} call', { language })} text={callCode(language, { call, server, file })} />
    </>
  )
}

/** Where it listens when nothing else is said. */
const USUAL_SERVER = 'http://127.0.0.1:9001'
