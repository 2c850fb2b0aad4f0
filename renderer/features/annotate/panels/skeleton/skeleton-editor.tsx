import { useState } from 'react'
import type { LabelClass } from '#common/contract/projects'
import { Button } from '#renderer/ui/controls/button'
import { ErrorLine } from '#renderer/ui/display/message'
import { Dialog } from '#renderer/ui/overlay/dialog'
import { t } from '#renderer/words/words'
import { focusCanvas } from '../../commands/focus-canvas.ts'
import { useEditor, useEditorState } from '../../editor/hooks/session.tsx'
import { useClassActs } from '../../effects/server/use-class-acts.ts'
import { draftFault, draftOf, skeletonOf } from './draft.ts'
import { LineList } from './line-list.tsx'
import { PERSON } from './person.ts'
import { PointList } from './point-list.tsx'
import { Schematic } from './schematic.tsx'
import styles from './skeleton-editor.module.css'

/** The dialog in which the points of a class are named, while one asks for it. */
export function SkeletonEditor() {
  const label = useEditorState(({ classes, skeletonOf: id }) => classes?.find((each) => each.id === id))
  return label ? <Editor key={label.id} label={label} /> : null
}

function Editor({ label }: { readonly label: LabelClass }) {
  const editor = useEditor()
  const { setSkeleton } = useClassActs()
  const [draft, setDraft] = useState(() => draftOf(label.skeleton))
  const fault = draftFault(draft)
  const close = () => {
    editor.set({ skeletonOf: undefined })
    focusCanvas()
  }
  const save = () => setSkeleton.mutate({ classId: label.id, skeleton: skeletonOf(draft) }, { onSuccess: close })
  return (
    <Dialog
      title={t('Points of {{name}}', { name: label.name })}
      subtitle={t('Every object of the class gets these points, in this order.')}
      size="large"
      isFlush
      height={600}
      onClose={close}
      facts={
        setSkeleton.error ? (
          <ErrorLine error={setSkeleton.error} word={t('Not saved')} />
        ) : (
          <span className="num">
            {t('{{count}} points', { count: draft.points.length })},{' '}
            {t('{{count}} lines', { count: draft.edges.length })}
            {label.shapes > 0 && label.skeleton !== null && `. ${t('Existing objects keep their points by number.')}`}
          </span>
        )
      }
      actions={
        <>
          <Button variant="quiet" onPress={close}>
            {t('Cancel')}
          </Button>
          <Button variant="primary" isPending={setSkeleton.isPending} disabledReason={fault} onPress={save}>
            {t('Save points')}
          </Button>
        </>
      }
    >
      <div className={styles.parts}>
        <section className={styles.points} aria-label={t('Points')}>
          <PointList draft={draft} onChange={setDraft} />
          {draft.points.length === 0 && (
            <p className={styles.start}>
              {t('Type a name above, or start with')}{' '}
              <Button size="small" onPress={() => setDraft(draftOf(PERSON))}>
                {t('a person of 17 points')}
              </Button>
            </p>
          )}
        </section>
        <section className={styles.lines} aria-label={t('Lines')}>
          <Schematic draft={draft} onChange={setDraft} />
          <LineList draft={draft} onChange={setDraft} />
        </section>
      </div>
    </Dialog>
  )
}
