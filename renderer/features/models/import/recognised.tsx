import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { DraftKey, ModelAnswers, RecognisedModel } from '#common/inference/recognition'
import { Button } from '#renderer/kit/controls/button'
import { TextField } from '#renderer/kit/controls/text-field'
import { ErrorLine } from '#renderer/kit/display/message'
import { ProgressBar } from '#renderer/kit/display/progress'
import { plural } from '#renderer/kit/format'
import { Dialog } from '#renderer/kit/overlay/dialog'
import { keys, queries } from '#renderer/kit/studio/queries'
import { studio } from '#renderer/kit/studio/studio'
import { useAct } from '#renderer/kit/studio/use-act'
import { announceModel } from '../announce.ts'
import styles from '../dialogs.module.css'
import { Fact } from '../model-facts.tsx'
import { doesWhat } from '../task-words.ts'
import { inputText } from '../words.ts'
import { Questions } from './questions.tsx'

export interface RecognisedProps {
  readonly draft: DraftKey
  /** The task runs: the files are its own from now on. */
  readonly onStarted: () => void
  readonly onInstalled: (model: string) => void
  readonly onClose: () => void
}

/** What the files turned out to be. Every answer of the person is looked at again together with the files. */
export function Recognised({ draft, onStarted, onInstalled, onClose }: RecognisedProps) {
  const [answers, setAnswers] = useState<ModelAnswers>({})
  const { data, error, isFetching } = useQuery({
    queryKey: ['model-draft', draft, answers] as const,
    queryFn: ({ signal }) => studio.models.recognise({ draft, answers }, { signal }),
    placeholderData: keepPreviousData,
    retry: false,
    gcTime: 0,
  })
  const client = useQueryClient()
  const [id, setId] = useState<string>()
  const [name, setName] = useState<string>()
  const [licence, setLicence] = useState<string>()
  const install = useAct(studio.models.install, {
    errors: 'in-place',
    onDone({ taskId }) {
      void client.invalidateQueries({ queryKey: keys.tasks })
      const known = name ?? data?.name ?? 'The model'
      void announceModel(taskId, known).then((model) => model !== undefined && onInstalled(model))
      onStarted()
    },
  })
  const model = id ?? data?.suggestedId ?? ''
  const isTaken = useQuery(queries.models()).data?.some(({ manifest }) => manifest.id === model) === true
  const begin = () => {
    const said = {
      ...answers,
      id: model.trim(),
      ...(isTyped(name) && { name: name.trim() }),
      ...(isTyped(licence) && { licence: licence.trim() }),
    }
    install.mutate({ draft, answers: said })
  }
  const open = data?.questions.length ?? 0
  return (
    <Dialog
      title={data === undefined ? 'Import a model' : `Import ${data.name}`}
      {...(data !== undefined && { subtitle: doesWhat(data) })}
      size="medium"
      onClose={onClose}
      facts={
        isTaken ? `This takes the place of the model that is called ${model} now, which goes to the trash.` : undefined
      }
      actions={
        <>
          <Button chord="Escape" onPress={onClose}>
            Cancel
          </Button>
          {data !== undefined && (
            <Button
              variant="primary"
              isPending={install.isPending || isFetching}
              disabledReason={
                open > 0
                  ? `Answer ${plural(open, 'question')} first`
                  : error === null
                    ? undefined
                    : 'See what is said above'
              }
              onPress={begin}
            >
              {isTaken ? 'Replace the model' : 'Install the model'}
            </Button>
          )}
        </>
      }
    >
      <div className={styles.form}>
        {error !== null && <ErrorLine error={error} word="Not a model that runs here" />}
        {data === undefined && error === null && <ProgressBar label="Looking at the files" />}
        {data !== undefined && (
          <>
            <Questions
              questions={data.questions}
              answers={answers}
              onAnswer={(answer) => setAnswers((now) => ({ ...now, ...answer }))}
            />
            {Object.keys(answers).length > 0 && (
              <Button size="small" onPress={() => setAnswers({})}>
                Take my answers back
              </Button>
            )}
            <TextField label="Name" labelPlace="left" value={name ?? data.name} onChange={setName} maxLength={200} />
            <TextField label="Id" labelPlace="left" value={model} onChange={setId} maxLength={200} />
            <p className="caption text-3">
              Programs ask for it by its id: two names with a slash between them, such as cups/1.
            </p>
            <TextField
              label="Licence"
              labelPlace="left"
              value={licence ?? data.licence.name}
              onChange={setLicence}
              maxLength={200}
            />
            <About model={data} />
          </>
        )}
        {install.error !== null && <ErrorLine error={install.error} word="Not installed" />}
      </div>
    </Dialog>
  )
}

function isTyped(text: string | undefined): text is string {
  return text !== undefined && text.trim() !== ''
}

/** What was recognised, and what was taken for granted. */
function About({ model }: { readonly model: RecognisedModel }) {
  const { family, classNames, input, files, unused, notes } = model
  return (
    <>
      <dl className={styles.facts}>
        <Fact name="Family">
          <span className="mono">{family}</span>
        </Fact>
        {input && <Fact name="Looks at">{inputText(input)}</Fact>}
        {classNames.length > 0 && (
          <Fact name="Classes">
            {classNames.slice(0, 8).join(', ')}
            {classNames.length > 8 && ` and ${classNames.length - 8} more`}
          </Fact>
        )}
        <Fact name="Files">
          <span className="mono">{Object.values(files).join(', ')}</span>
          {unused.length > 0 && <span className="text-3"> · {plural(unused.length, 'file')} not needed</span>}
        </Fact>
      </dl>
      {notes.length > 0 && (
        <ul className={styles.notes} aria-label="Taken for granted">
          {notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
    </>
  )
}
