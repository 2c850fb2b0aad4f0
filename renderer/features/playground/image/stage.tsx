import type { ReactNode } from 'react'
import type { Finding } from '#common/contract/models/playground'
import { t } from '#renderer/words/words'
import type { Found, Sieve } from '../entrance/findings.ts'
import { Overlay } from '../entrance/overlay.tsx'
import { ClassMap } from './class-map.tsx'
import styles from './stage.module.css'
import type { Trial } from './trial.ts'

export interface StageProps {
  readonly trial: Trial
  readonly finding: Finding | undefined
  readonly found: readonly Found[]
  readonly hidden: Sieve['hidden']
  readonly active: string | undefined
  readonly onActive: (key: string | undefined) => void
  /** Must stay the same function. */
  readonly onMapError: (sentence: string) => void
  /** Takes clicks on the image, over everything else. */
  readonly prompts: ReactNode
}

/** The image as large as there is room, with what was found over it. */
export function Stage({ trial, finding, found, hidden, active, onActive, onMapError, prompts }: StageProps) {
  const { width, height, url, name } = trial
  const placed = found.filter(({ place }) => place !== undefined).length
  return (
    <div className={styles.stage}>
      <div
        className={styles.frame}
        style={{ aspectRatio: `${width} / ${height}`, width: `min(100cqw, calc(100cqh * ${width / height}))` }}
      >
        <img
          src={url}
          className={styles.image}
          alt={
            finding === undefined ? name : t('{{image}}: {{count}} objects drawn on it', { image: name, count: placed })
          }
          draggable={false}
        />
        {finding?.kind === 'map' && (
          <ClassMap url={finding.url} classNames={finding.classNames} hidden={hidden} onError={onMapError} />
        )}
        <Overlay
          found={found}
          width={width}
          height={height}
          active={active}
          onActive={prompts === undefined ? onActive : undefined}
        />
        {prompts}
      </div>
    </div>
  )
}
