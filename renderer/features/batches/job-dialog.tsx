import { type ReactNode, useState } from 'react'
import type { JobView, JobWords } from '#common/contract/jobs'
import type { ProjectSlug } from '#common/ids'
import type { NamedBatch } from '#renderer/data/in-words'
import { studio } from '#renderer/data/studio'
import { setParams } from '#renderer/ui/app/router'
import { useAct } from '#renderer/ui/app/use-act'
import { Button } from '#renderer/ui/controls/button'
import { NumberField } from '#renderer/ui/controls/number-field'
import { TextArea } from '#renderer/ui/controls/text-area'
import { TextField } from '#renderer/ui/controls/text-field'
import { ErrorLine } from '#renderer/ui/display/message'
import { Dialog } from '#renderer/ui/overlay/dialog'
import { notify } from '#renderer/ui/overlay/toast'
import { t } from '#renderer/words/words'
import styles from './job-dialog.module.css'

interface JobDialogProps {
  readonly project: ProjectSlug
  readonly batch: NamedBatch
  /** The existing annotation jobs, for the names of people. */
  readonly jobs: readonly JobView[]
  readonly onClose: () => void
}

/** Assigns a batch, or the first part of its unassigned images, to a person. */
export function JobDialog({ project, batch, jobs, onClose }: JobDialogProps) {
  const [words, setWords] = useState<JobWords>({ name: batch.name, labeler: '', reviewer: '', instructions: '' })
  const [images, setImages] = useState(batch.free)
  const create = useAct(studio.jobs.create, {
    errors: 'in-place',
    onDone: ({ id }) => {
      onClose()
      setParams({ job: id })
    },
  })
  const isReady = words.name.trim() !== '' && !create.isPending
  const give = () => create.mutate({ project, batch: batch.id, images, ...words })
  return (
    <FormDialog
      title={t('Assign {{batch}}', { batch: batch.name })}
      verb={t('Assign {{count}} images', { count: images })}
      error={create.error}
      isReady={isReady}
      onSubmit={give}
      onClose={onClose}
    >
      <JobFields words={words} people={namesIn(jobs)} onChange={setWords} />
      <NumberField
        label={t('Images')}
        unit={t('of {{amount}} in no job', { amount: batch.free })}
        minValue={1}
        maxValue={batch.free}
        value={images}
        onChange={setImages}
      />
    </FormDialog>
  )
}

interface EditJobDialogProps {
  readonly project: ProjectSlug
  readonly job: JobView
  readonly jobs: readonly JobView[]
  readonly onClose: () => void
}

/** Changes the name, the people and the instructions of an annotation job. */
export function EditJobDialog({ project, job, jobs, onClose }: EditJobDialogProps) {
  const { name, labeler, reviewer, instructions } = job
  const [before] = useState<JobWords>({ name, labeler, reviewer, instructions })
  const [words, setWords] = useState(before)
  const back = useAct(studio.jobs.change)
  const change = useAct(studio.jobs.change, {
    errors: 'in-place',
    onDone: () => {
      onClose()
      const undo = { label: t('Undo'), onPress: () => back.mutate({ project, job: job.id, ...before }) }
      notify({ text: t('{{name}} changed', { name: before.name }), action: undo })
    },
  })
  return (
    <FormDialog
      title={t('Edit job')}
      verb={t('Save job')}
      error={change.error}
      isReady={words.name.trim() !== '' && !change.isPending}
      onSubmit={() => change.mutate({ project, job: job.id, ...words })}
      onClose={onClose}
    >
      <JobFields words={words} people={namesIn(jobs)} onChange={setWords} />
    </FormDialog>
  )
}

interface FormDialogProps {
  readonly title: string
  readonly verb: string
  readonly error: unknown
  readonly isReady: boolean
  readonly onSubmit: () => void
  readonly onClose: () => void
  readonly children: ReactNode
}

function FormDialog({ title, verb, error, isReady, onSubmit, onClose, children }: FormDialogProps) {
  return (
    <Dialog
      title={title}
      onClose={onClose}
      facts={error !== null && <ErrorLine error={error} />}
      actions={
        <>
          <Button chord="Escape" onPress={onClose}>
            {t('Cancel')}
          </Button>
          <Button writes="projects" variant="primary" isDisabled={!isReady} onPress={onSubmit}>
            {verb}
          </Button>
        </>
      }
    >
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          if (isReady) onSubmit()
        }}
      >
        {children}
        <input type="submit" hidden />
      </form>
    </Dialog>
  )
}

interface JobFieldsProps {
  readonly words: JobWords
  readonly people: readonly string[]
  readonly onChange: (words: JobWords) => void
}

function JobFields({ words, people, onChange }: JobFieldsProps) {
  const put = (part: Partial<JobWords>) => onChange({ ...words, ...part })
  return (
    <>
      <TextField label={t('Name of the job')} value={words.name} maxLength={200} onChange={(name) => put({ name })} />
      <div className={styles.people}>
        <TextField
          label={t('Who labels')}
          placeholder={t('Any name')}
          value={words.labeler}
          suggestions={people}
          maxLength={200}
          autoFocus
          onChange={(labeler) => put({ labeler })}
        />
        <TextField
          label={t('Who reviews')}
          placeholder={t('Nobody')}
          value={words.reviewer}
          suggestions={people}
          maxLength={200}
          onChange={(reviewer) => put({ reviewer })}
        />
      </div>
      <p className="caption text-3">
        {t(
          'Without a reviewer, the job is complete when everything is labeled; with one, when everything is approved.',
        )}
      </p>
      <TextArea
        label={t('Instructions')}
        rows={4}
        value={words.instructions}
        maxLength={10_000}
        onChange={(instructions) => put({ instructions })}
      />
    </>
  )
}

/** The people named in annotation jobs, without duplicates. */
function namesIn(jobs: readonly JobView[]): readonly string[] {
  const names = jobs.flatMap(({ labeler, reviewer }) => [labeler, reviewer])
  return [...new Set(names.filter((name) => name !== ''))].toSorted()
}
