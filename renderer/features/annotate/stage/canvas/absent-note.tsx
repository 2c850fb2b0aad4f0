import { useEffect } from 'react'
import { studio } from '#renderer/data/studio'
import { useAbility } from '#renderer/data/use-ability'
import { useAct } from '#renderer/ui/app/use-act'
import { Button } from '#renderer/ui/controls/button'
import { notify } from '#renderer/ui/overlay/toast'
import { t } from '#renderer/words/words'
import { useEditor, useEditorState } from '../../editor/hooks/session.tsx'
import { goTo, nextTo } from '../../effects/queue/open-image.ts'
import { thenCanvas } from '../../parts/pressed.ts'
import styles from './canvas-view.module.css'
import type { Absent } from './use-absent.ts'

/** Says where the image went that is still on screen, with the ways on. */
export function AbsentNote({ absent: { isTrashed, name = t('This image') } }: { readonly absent: Absent }) {
  const { documents } = useEditor()
  const image = useEditorState((state) => state.image)
  // Its labels are let go of: nothing can be drawn on it.
  useEffect(() => image && void documents.open(image), [documents, image])
  return (
    <div className={styles.absent} role="alert">
      <span>
        {isTrashed ? t('{{name}} is in the trash', { name }) : t('{{name}} is no longer in this project', { name })}
      </span>
      {isTrashed && <Restore name={name} />}
      <NextImage />
    </div>
  )
}

function Restore({ name }: { readonly name: string }) {
  const { project, documents } = useEditor()
  const image = useEditorState((state) => state.image)
  const can = useAbility()
  const reopen = async (restored: number) => {
    if (image === undefined) return
    await documents.open(image)
    // Somebody else may have restored it just before.
    if (restored === 0 && documents.view(image)?.load !== 'ready') sayStayed(name)
  }
  const restore = useAct(studio.images.restore, { onDone: ({ restored }) => void reopen(restored) })
  if (image === undefined || !can('trash-images')) return null
  const onPress = thenCanvas(() => restore.mutate({ project, images: [image] }))
  return (
    <Button writes="projects" size="small" isPending={restore.isPending} onPress={onPress}>
      {t('Restore')}
    </Button>
  )
}

/** The same file is in the project already, so the image in the trash is not needed again. */
function sayStayed(name: string): void {
  const text = t('{{name}} was imported again in the meantime and stayed in the trash', { name })
  notify({ isError: true, text, id: 'stayed-in-trash' })
}

function NextImage() {
  const editor = useEditor()
  const next = useEditorState((all) => nextTo(all, 1) ?? nextTo(all, -1))
  if (next === undefined) return null
  return (
    <Button size="small" onPress={thenCanvas(() => goTo(editor, next))}>
      {t('Next image')}
    </Button>
  )
}
