import type { RecognisedView } from '#common/contract/models/models'
import type { DraftKey } from '#common/inference/recognition'
import { sentenceOf } from '#renderer/data/sentence'
import { Button } from '#renderer/ui/controls/button'
import { TextField } from '#renderer/ui/controls/text-field'
import { ErrorLine } from '#renderer/ui/display/message'
import { doesWhat } from '#renderer/ui/display/model-tasks'
import { ProgressBar } from '#renderer/ui/display/progress'
import { Dialog } from '#renderer/ui/overlay/dialog'
import { t } from '#renderer/words/words'
import styles from '../dialogs.module.css'
import { Fact } from '../panels/model-facts.tsx'
import { inputText, licenceName } from '../words.ts'
import { Questions } from './questions.tsx'
import { useInstall } from './use-install.ts'

export interface RecognisedProps {
  readonly draft: DraftKey
  readonly onBegun: (installing: Promise<unknown>) => void
  readonly onInstalled: (model: string) => void
  readonly onClose: () => void
}

type Installing = ReturnType<typeof useInstall>

/** Recognized facts, open questions, and the name under which the files become a model. */
export function Recognised({ draft, onBegun, onInstalled, onClose }: RecognisedProps) {
  const done = (model: string) => {
    onInstalled(model)
    onClose()
  }
  const installing = useInstall(draft, { onBegun, onInstalled: done })
  const { recognised, install } = installing
  const { data, error } = recognised
  return (
    <Dialog
      title={data === undefined ? t('Import a model') : t('Import {{name}}', { name: data.name })}
      {...(data !== undefined && { subtitle: doesWhat(data) })}
      size="medium"
      onClose={onClose}
      facts={factsOf(installing)}
      actions={
        <>
          <Button chord="Escape" onPress={onClose}>
            {install.isPending ? t('Close') : t('Cancel')}
          </Button>
          {data !== undefined && <InstallButton model={data} installing={installing} />}
        </>
      }
    >
      <div className={styles.form}>
        {error !== null && <ErrorLine error={error} word={t('Not a model that runs here')} />}
        {data === undefined && error === null && <ProgressBar label={t('Looking at the files')} />}
        {data !== undefined && <Form model={data} installing={installing} />}
        {install.error !== null && <ErrorLine error={install.error} word={t('Not installed')} />}
      </div>
    </Dialog>
  )
}

function factsOf({ install, isTaken, id }: Installing): string | undefined {
  if (install.isPending) return t('You can close this. The installation continues.')
  return isTaken ? t('The current {{id}} moves to the trash.', { id }) : undefined
}

interface PartProps {
  readonly model: RecognisedView
  readonly installing: Installing
}

function InstallButton({ model: { questions }, installing }: PartProps) {
  const { recognised, install, isTaken, begin } = installing
  const why = recognised.error === null ? undefined : t('See the message above')
  return (
    <Button
      writes="station"
      variant="primary"
      isPending={install.isPending || recognised.isFetching}
      disabledReason={questions.length > 0 ? t('Answer {{count}} questions first', { count: questions.length }) : why}
      onPress={begin}
    >
      {isTaken ? t('Replace model') : t('Install model')}
    </Button>
  )
}

function Form({ model, installing }: PartProps) {
  const { answers, before, answer, takeBack, typed, type } = installing
  return (
    <>
      <Questions
        questions={model.questions}
        answers={answers}
        input={before.input ?? model.input}
        isAgain={before.input !== undefined}
        onAnswer={answer}
      />
      {Object.keys(answers).length > 0 && (
        <Button size="small" onPress={takeBack}>
          {t('Reset my answers')}
        </Button>
      )}
      <TextField
        label={t('Name')}
        labelPlace="left"
        value={typed.name ?? model.name}
        onChange={(name) => type({ name })}
        maxLength={200}
      />
      <TextField
        label={t('Id')}
        labelPlace="left"
        value={typed.id ?? model.suggestedId}
        onChange={(id) => type({ id })}
        maxLength={200}
      />
      <p className="caption text-3">
        {t('Programs request it by its id: two names separated by a slash, such as cups/1.')}
      </p>
      <TextField
        label={t('License')}
        labelPlace="left"
        value={typed.licence ?? licenceName(model.licence)}
        onChange={(licence) => type({ licence })}
        maxLength={200}
      />
      <About model={model} />
    </>
  )
}

/** As many class names are listed. */
const LISTED = 8

function firstNames(classNames: readonly string[]): string {
  const names = classNames.slice(0, LISTED).join(', ')
  const more = classNames.length - LISTED
  return more > 0 ? t('{{names}} and {{number}} more', { names, number: more }) : names
}

/** Recognized facts and assumptions. */
function About({ model }: Pick<PartProps, 'model'>) {
  const { family, classNames, input, files, unused, notes } = model
  return (
    <>
      <dl className={styles.facts}>
        <Fact name={t('Family')}>
          <span className="mono">{family}</span>
        </Fact>
        {input && <Fact name={t('Input')}>{inputText(input)}</Fact>}
        {classNames.length > 0 && <Fact name={t('Classes')}>{firstNames(classNames)}</Fact>}
        <Fact name={t('Files')}>
          <span className="mono">{Object.values(files).join(', ')}</span>
          {unused.length > 0 && (
            <span className="text-3"> · {t('{{count}} files not needed', { count: unused.length })}</span>
          )}
        </Fact>
      </dl>
      {notes.length > 0 && (
        <ul className={styles.notes} aria-label={t('Assumed')}>
          {notes.map((note) => (
            <li key={note.english}>{sentenceOf(note)}</li>
          ))}
        </ul>
      )}
    </>
  )
}
