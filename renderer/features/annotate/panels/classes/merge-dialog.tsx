import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ListBox, ListBoxItem } from 'react-aria-components'
import type { LabelClass } from '#common/contract/projects'
import type { ClassId } from '#common/ids'
import { keys } from '#renderer/data/queries'
import { sentenceOf } from '#renderer/data/sentence'
import { studio } from '#renderer/data/studio'
import { Button } from '#renderer/ui/controls/button'
import { TextField } from '#renderer/ui/controls/text-field'
import { cx } from '#renderer/ui/cx'
import { ClassSwatch } from '#renderer/ui/display/marks'
import { Dialog } from '#renderer/ui/overlay/dialog'
import list from '#renderer/ui/overlay/pick-list.module.css'
import { count } from '#renderer/words/format'
import { matching } from '#renderer/words/match'
import { t } from '#renderer/words/words'
import { useEditor } from '../../editor/hooks/session.tsx'
import { useCountedClasses } from '../../effects/server/use-project-data.ts'
import styles from './class-dialogs.module.css'
import { useClassChanges } from './use-class-changes.ts'
import { mergeTitle, previewLines } from './words.ts'

export interface MergeDialogProps {
  readonly from: LabelClass
  /** Picked already: its name was given to the other one. */
  readonly into: ClassId | undefined
  readonly onClose: () => void
}

/** Makes one of two classes, after it has been told what that does. */
export function MergeDialog({ from, into: asked, onClose }: MergeDialogProps) {
  const classes = useCountedClasses()
  const [picked, pick] = useState(asked)
  const into = classes.find(({ id }) => id === picked)
  const preview = usePreview(from, into)
  const { merge } = useClassChanges()
  const isReady = preview.data?.refusal === null
  const run = () => {
    if (into) merge.mutate({ from, into })
    onClose()
  }
  return (
    <Dialog
      title={mergeTitle(from, into)}
      onClose={onClose}
      actions={
        <>
          <Button chord="Escape" onPress={onClose}>
            {t('Cancel')}
          </Button>
          <Button
            writes="projects"
            variant="primary"
            disabledReason={isReady ? undefined : t('Pick a class first')}
            onPress={run}
          >
            {from.shapes > 0 ? t('Merge {{count}} annotations', { count: from.shapes }) : t('Merge classes')}
          </Button>
        </>
      }
    >
      {asked === undefined && <Targets from={from} picked={picked} onPick={pick} />}
      {into && <Preview from={from} into={into} preview={preview} />}
    </Dialog>
  )
}

interface PreviewProps {
  readonly from: LabelClass
  readonly into: LabelClass
  readonly preview: ReturnType<typeof usePreview>
}

/** The effects of the merge, or why it is refused. */
function Preview({ from, into, preview: { data, error } }: PreviewProps) {
  const trouble = error ?? data?.refusal
  return (
    <div className={styles.preview} role="status">
      {trouble && <p className={styles.refused}>{sentenceOf(trouble)}</p>}
      {data?.refusal === null &&
        previewLines({ from, into }, data).map((line) => (
          <p key={line} className={styles.line}>
            {line}
          </p>
        ))}
    </div>
  )
}

function usePreview(from: LabelClass, into: LabelClass | undefined) {
  const { project } = useEditor()
  return useQuery({
    queryKey: [...keys.classes(project), 'merge', from.id, into?.id],
    queryFn: ({ signal }) =>
      studio.classes.previewMerge({ project, from: from.id, into: into?.id ?? from.id }, { signal }),
    enabled: into !== undefined,
  })
}

/** With more projects than this, the user finds one by typing. */
const MOST = 50

interface TargetsProps {
  readonly from: LabelClass
  readonly picked: ClassId | undefined
  readonly onPick: (id: ClassId) => void
}

function Targets({ from, picked, onPick }: TargetsProps) {
  const classes = useCountedClasses()
  const [typed, setTyped] = useState('')
  const others = classes.filter(({ id }) => id !== from.id)
  const found = matching(others, typed, ({ name }) => name).slice(0, MOST)
  return (
    <>
      {others.length > 8 && (
        <TextField label={t('Class')} hideLabel placeholder={t('Find a class')} value={typed} onChange={setTyped} />
      )}
      <ListBox
        className={cx(list.list, styles.targets)}
        aria-label={t('Class to merge into')}
        selectionMode="single"
        selectedKeys={picked === undefined ? [] : [picked]}
        onSelectionChange={(chosen) => {
          const label = found.find(({ id }) => chosen === 'all' || chosen.has(id))
          if (label) onPick(label.id)
        }}
      >
        {found.map((label) => (
          <ListBoxItem key={label.id} id={label.id} textValue={label.name} className={list.row ?? ''}>
            <ClassSwatch color={label.color} />
            <span className="truncate">{label.name}</span>
            <span className={`${list.aside} num`}>{count(label.shapes)}</span>
          </ListBoxItem>
        ))}
      </ListBox>
    </>
  )
}
