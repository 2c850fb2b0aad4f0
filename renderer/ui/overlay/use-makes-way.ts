import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { beforeCommands } from '../app/commands.ts'

/**
 * Whether an overlay on a button is open. A key that is a command closes it before the command runs: an overlay keeps the focus, so what the
 * command opens could not take it.
 */
export function useMakesWay(): { readonly isOpen: boolean; readonly onOpenChange: (isOpen: boolean) => void } {
  const [isOpen, onOpenChange] = useState(false)
  useEffect(() => (isOpen ? beforeCommands(() => flushSync(() => onOpenChange(false))) : undefined), [isOpen])
  return { isOpen, onOpenChange }
}
