import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { beforeCommands } from '../app/commands.ts'

/**
 * Returns the open state of an overlay on a button. A command key closes it before the command runs: the overlay holds
 * the focus, which anything the command opens could not take.
 */
export function useMakesWay(): { readonly isOpen: boolean; readonly onOpenChange: (isOpen: boolean) => void } {
  const [isOpen, onOpenChange] = useState(false)
  useEffect(() => (isOpen ? beforeCommands(() => flushSync(() => onOpenChange(false))) : undefined), [isOpen])
  return { isOpen, onOpenChange }
}
