import { type ReactNode, useEffect, useState } from 'react'
import { Tooltip, TooltipTrigger } from 'react-aria-components'
import { flushSync } from 'react-dom'
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
  const [isOpen, setOpen] = useState(false)
  useEffect(() => (isOpen ? onEscape(() => setOpen(false)) : undefined), [isOpen])
  return (
    <TooltipTrigger delay={450} closeDelay={0} isOpen={isOpen} onOpenChange={setOpen}>
      {children}
      <Tooltip className={styles.tooltip ?? ''} placement={placement} offset={6}>
        {text}
        {chord !== undefined && <Keycap chord={chord} />}
      </Tooltip>
    </TooltipTrigger>
  )
}

/**
 * The library's own tooltip swallows Esc, which then does not close the dialog or end the drawing below. It listens on the
 * document: closed from the window, before that, it hears nothing.
 */
function onEscape(close: () => void): () => void {
  const listen = ({ key }: KeyboardEvent) => {
    if (key === 'Escape') flushSync(close)
  }
  window.addEventListener('keydown', listen, { capture: true })
  return () => window.removeEventListener('keydown', listen, { capture: true })
}
