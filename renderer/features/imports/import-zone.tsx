import type { ReactNode } from 'react'
import type { ProjectSlug } from '#common/ids'
import { useFileDrop } from '#renderer/kit/files/use-file-drop'
import styles from './drop-veil.module.css'
import { startImport } from './start-import.ts'

export interface ImportZoneProps {
  readonly project: ProjectSlug
  readonly projectName: string
  readonly children: ReactNode
}

/** Files that are dropped or pasted anywhere in a project's pages are brought into it. */
export function ImportZone({ project, projectName, children }: ImportZoneProps) {
  const isOver = useFileDrop((picked) => void startImport(project, picked))
  return (
    <>
      {children}
      {isOver && (
        <div className={styles.veil}>
          <div className={styles.frame} />
          <div className={styles.text}>Add to {projectName}</div>
        </div>
      )}
    </>
  )
}
