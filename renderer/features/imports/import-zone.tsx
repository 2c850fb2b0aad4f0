import type { ReactNode } from 'react'
import { useReadOnly } from '#renderer/data/read-only'
import type { Picked } from '#renderer/ui/files/picked'
import { useFileDrop } from '#renderer/ui/files/use-file-drop'
import { t } from '#renderer/words/words'
import styles from './drop-veil.module.css'

export interface ImportZoneProps {
  readonly onFiles: (picked: Picked) => Promise<void>
  readonly projectName: string
  readonly children: ReactNode
}

/** Files that are dropped or pasted anywhere in a project's pages are brought into it. */
export function ImportZone({ onFiles, projectName, children }: ImportZoneProps) {
  const isOver = useFileDrop((picked) => void onFiles(picked), 'projects')
  const reason = useReadOnly('projects')
  return (
    <>
      {children}
      {isOver && (
        <div className={styles.veil}>
          <div className={styles.frame} />
          <div className={styles.text}>{reason ?? t('Add to {{project}}', { project: projectName })}</div>
        </div>
      )}
    </>
  )
}
