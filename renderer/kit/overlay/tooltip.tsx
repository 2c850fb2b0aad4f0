import type { ReactNode } from 'react'
import { Tooltip, TooltipTrigger } from 'react-aria-components'
import { Keycap } from '../display/keycap.tsx'
import styles from './tooltip.module.css'

export type HintPlacement = 'top' | 'bottom' | 'left' | 'right'

export interface HintProps {
  readonly text: string
  readonly chord?: string | undefined
  readonly placement?: HintPlacement | undefined
  /** One focusable element: a button, a link. */
  readonly children: ReactNode
}

/** A tooltip with the name of the thing and the chord that does the same. */
export function Hint({ text, chord, placement = 'bottom', children }: HintProps) {
  return (
    <TooltipTrigger delay={450} closeDelay={0}>
      {children}
      <Tooltip className={styles.tooltip ?? ''} placement={placement} offset={6}>
        {text}
        {chord !== undefined && <Keycap chord={chord} />}
      </Tooltip>
    </TooltipTrigger>
  )
}
