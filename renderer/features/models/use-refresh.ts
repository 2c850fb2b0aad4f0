import { useQueryClient } from '@tanstack/react-query'
import { keys } from '#renderer/data/queries'

/** Asks again for everything about models, after something was done with one. */
export function useRefresh(): () => void {
  const client = useQueryClient()
  return () => void client.invalidateQueries({ queryKey: keys.models })
}
