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
  /** One focusable element, such as a button or link. */
  readonly children: ReactNode
}

/** A tooltip with a name and the equivalent chord. */
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
 * The library's tooltip swallows Esc, so that a dialog or drawing below would ignore it. It listens on the document;
 * closing it earlier, from the window, lets Esc through.
 */
function onEscape(close: () => void): () => void {
  const listen = ({ key }: KeyboardEvent) => {
    if (key === 'Escape') flushSync(close)
  }
  window.addEventListener('keydown', listen, { capture: true })
  return () => window.removeEventListener('keydown', listen, { capture: true })
}
