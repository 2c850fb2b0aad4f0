import { Button } from '#renderer/ui/controls/button'
import { ErrorLine } from '#renderer/ui/display/message'
import { ProgressBar } from '#renderer/ui/display/progress'
import { Dialog } from '#renderer/ui/overlay/dialog'
import { bytes } from '#renderer/words/format'
import { t } from '#renderer/words/words'
import styles from '../dialogs.module.css'
import { Recognised } from './recognised.tsx'
import { type ImportSource, useDraft } from './use-draft.ts'

export interface ImportDialogProps {
  readonly source: ImportSource
  readonly onInstalled: (model: string) => void
  readonly onClose: () => void
}

/** Brings files in, says what they are, asks what they do not tell, and installs them. */
export function ImportDialog({ source, onInstalled, onClose }: ImportDialogProps) {
  const { draft, keepDuring } = useDraft(source)
  if (draft.step === 'arrived') {
    return <Recognised draft={draft.draft} onBegun={keepDuring} onInstalled={onInstalled} onClose={onClose} />
  }
  return (
    <Dialog
      title={t('Import a model')}
      onClose={onClose}
      actions={
        <Button chord="Escape" onPress={onClose}>
          {draft.step === 'stopped' ? t('Close') : t('Cancel')}
        </Button>
      }
    >
      {draft.step === 'stopped' ? (
        <ErrorLine error={draft.reason} word={t('Not imported')} />
      ) : (
        <div className={styles.form} role="status">
          <span className="truncate">
            {draft.name === '' ? t('Reading the files') : t('Reading {{name}}', { name: draft.name })}
          </span>
          <ProgressBar
            value={draft.total === 0 ? undefined : draft.sent / draft.total}
            label={t('Reading the files')}
          />
          {draft.total > 0 && (
            <span className="caption text-3 num">
              {t('{{done}} of {{total}}', { done: bytes(draft.sent), total: bytes(draft.total) })}
            </span>
          )}
        </div>
      )}
    </Dialog>
  )
}
