import { useState } from 'react'
import { Button } from '#renderer/ui/controls/button'
import { NumberField } from '#renderer/ui/controls/number-field'
import { Dialog } from '#renderer/ui/overlay/dialog'
import { t } from '#renderer/words/words'
import { focusCanvas } from '../../commands/focus-canvas.ts'
import { carryForward, following, shapesToCarry } from '../../commands/repeat/propagate.ts'
import { useEditor, useEditorState } from '../../editor/hooks/session.tsx'
import { setMachine } from '../../effects/smart/machine-task.ts'
import styles from './propagate-dialog.module.css'

/** More at once are better done with the tasks of the images screen. */
const MOST = 200
const USUAL = 5

/** Asks how far labels are carried forward, while that is open. */
export function PropagateDialog() {
  const isOpen = useEditorState(({ machine }) => machine.isCarrying)
  return isOpen ? <Propagate /> : null
}

function Propagate() {
  const editor = useEditor()
  const left = useEditorState((all) => Math.min(MOST, following(all).length))
  const isSelection = useEditorState(({ selection }) => selection.length > 0)
  const [images, setImages] = useState(() => Math.min(USUAL, left))
  const count = shapesToCarry(editor).length
  const close = () => {
    setMachine(editor, { isCarrying: false })
    focusCanvas()
  }
  const carry = () => {
    close()
    void carryForward(editor, images)
  }
  return (
    <Dialog
      title={
        isSelection
          ? t('Carry {{count}} shapes forward', { count })
          : t('Carry all {{count}} shapes forward', { count })
      }
      onClose={close}
      facts={
        <span className="num">{left === 0 ? t('No image follows') : t('Up to {{count}} images', { count: left })}</span>
      }
      actions={
        <>
          <Button variant="quiet" onPress={close}>
            {t('Cancel')}
          </Button>
          <Button
            variant="primary"
            disabledReason={left === 0 ? t('This is the last image of the queue') : undefined}
            onPress={carry}
          >
            {t('Carry to {{count}} images', { count: images })}
          </Button>
        </>
      }
    >
      <NumberField
        autoFocus
        label={t('Next images of the queue')}
        value={images}
        minValue={Math.min(1, left)}
        maxValue={left}
        onChange={setImages}
      />
      <p className={styles.note}>
        {t('Places already covered by a shape of the same class are skipped.')}{' '}
        {t('On images of another size the shapes are scaled with the image.')}{' '}
        {t('They are dashed until someone changes them or marks their image as done.')}
      </p>
    </Dialog>
  )
}
